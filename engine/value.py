"""Frozen values: what a frozen dataclass is, made without generating code.

For every frozen dataclass Python compiles half a dozen functions from text when it is imported. A box has about ninety
values, and the fastest thing about a box must be its start: this makes each for a tenth of that, and type checkers see
the same (PEP 681). Values compare by their fields, can be hashed, and are never changed.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing itself is slow to import
    from collections.abc import Callable
    from typing import Any, TypeVar, dataclass_transform

    T = TypeVar("T")
else:

    def dataclass_transform(**_: object) -> Callable[[T], T]:
        """What the type checker reads; nothing at run time."""
        return lambda decorator: decorator


class Field:
    """What is special about a field; see `field`."""

    def __init__(self, default: Any, kw_only: bool, compare: bool, about: Any) -> None:
        self.default = default
        self.kw_only = kw_only
        self.compare = compare
        self.about = about


def field(*, default: Any, kw_only: bool = False, compare: bool = True, about: Any = None) -> Any:
    """A field with a default that is given by name only, that doesn't count when values are compared, or that
    something else is declared `about`."""
    return Field(default, kw_only, compare, about)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    """Class decorator: the annotated attributes are the fields, those of base classes first.

    Calling the class raises TypeError for a field that is missing, unknown or given twice. `__post_init__` is called
    when all are set.

    >>> @value
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1) == Point(1, y=0), Point(1)
    (True, Point(x=1, y=0))
    """
    special: dict[str, Field] = dict(getattr(cls, "_value_special", {}))
    defaults: dict[str, Any] = dict(getattr(cls, "_value_defaults", {}))
    names: list[str] = list(getattr(cls, "_value_fields", ()))
    for name, kind in cls.__annotations__.items():
        if str(kind).startswith("ClassVar"):
            continue
        if name not in names:
            names.append(name)
        if name in cls.__dict__:
            default = cls.__dict__[name]
            if isinstance(default, Field):
                special[name] = default
                default = default.default
                setattr(cls, name, default)
            defaults[name] = default
    made: Any = cls
    made._value_special, made._value_defaults, made._value_fields = special, defaults, tuple(names)
    made._value_names, made._value_checked = frozenset(names), hasattr(cls, "__post_init__")
    made._value_positional = tuple(name for name in names if name not in special or not special[name].kw_only)
    made._value_compared = tuple(name for name in names if name not in special or special[name].compare)
    for function in (__init__, __eq__, __hash__, __repr__, __setattr__):
        if function.__name__ not in cls.__dict__ or function is __hash__:
            setattr(cls, function.__name__, function)
    made.__delattr__ = __setattr__
    return cls


def replace(old: T, **changes: Any) -> T:
    """A value like `old` with other values in some fields.

    Raises:
        TypeError: there is no such field.
    """
    cls: Any = type(old)
    for name in changes:
        if name not in cls._value_fields:
            raise TypeError(f"{cls.__name__} has no field {name}")
    new = object.__new__(cls)
    new.__dict__.update(old.__dict__)
    new.__dict__.update(changes)
    if hasattr(cls, "__post_init__"):
        new.__post_init__()
    return new  # type: ignore[no-any-return]


def field_names(cls_or_value: Any) -> tuple[str, ...]:
    """The names of the fields of a value or its class, in their order."""
    names: tuple[str, ...] = cls_or_value._value_fields
    return names


def declared_about(cls: Any) -> dict[str, Any]:
    """What was declared about the fields of a class of values, by their names, in their order."""
    special: dict[str, Field] = cls._value_special
    return {name: special[name].about for name in cls._value_fields if name in special and special[name].about}


# The methods of every value


def __init__(self: Any, /, *args: Any, **kwargs: Any) -> None:
    cls: Any = type(self)
    state = self.__dict__
    state.update(cls._value_defaults)
    if args:
        state.update(zip(cls._value_positional, args, strict=False))
    state.update(kwargs)
    if state.keys() != cls._value_names or len(args) > len(cls._value_positional) or (args and kwargs):
        _check(cls, args, kwargs)
    if cls._value_checked:
        self.__post_init__()


def _check(cls: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Say what is wrong with what a value was to be made of, if anything is."""
    if len(args) > len(cls._value_positional):
        raise TypeError(f"{cls.__name__} takes at most {len(cls._value_positional)} values, not {len(args)}")
    given = cls._value_positional[: len(args)]
    for name in kwargs:
        if name in given or name not in cls._value_names:
            raise TypeError(f"{cls.__name__} {'is given twice' if name in given else 'has no field'} {name}")
    lacking = [name for name in cls._value_fields if name not in {*cls._value_defaults, *given, *kwargs}]
    if lacking:
        raise TypeError(f"{cls.__name__} lacks {', '.join(lacking)}")


def __eq__(self: Any, other: object) -> bool:
    compared: tuple[str, ...] = self._value_compared
    whole = len(compared) == len(self._value_fields)
    if type(other) is not type(self):
        return NotImplemented
    if whole:
        return bool(self.__dict__ == other.__dict__)
    return all(self.__dict__[name] == other.__dict__[name] for name in compared)


def __hash__(self: Any) -> int:
    return hash(tuple([self.__dict__[name] for name in self._value_compared]))


def __repr__(self: Any) -> str:
    return f"{type(self).__qualname__}({', '.join(f'{name}={self.__dict__[name]!r}' for name in self._value_fields)})"


def __setattr__(self: Any, name: str, *value: Any) -> None:
    raise AttributeError(f"{type(self).__name__} can't be changed: {name} stays as it is")
