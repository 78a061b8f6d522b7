"""What is set in commune.toml: read, checked, and made one value that the box is built from."""

from device.configuration.configuration import PLACE, Configuration
from device.configuration.file import read_configuration

__all__ = ["PLACE", "Configuration", "read_configuration"]
