"""Random JSON, as a damaged file or a wrong hand may hold it."""

from hypothesis import strategies as st

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)


def garbage(keys, *more, most=8):
    """Any JSON, whose objects have some of the keys, or others, and whose scalars are often some of `more`."""
    keys, scalars = st.sampled_from(keys) | st.text(max_size=5), SCALARS | st.sampled_from([*more, None])
    objects = st.recursive(
        scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4), max_leaves=most
    )
    return st.dictionaries(keys, objects, max_size=5) | objects
