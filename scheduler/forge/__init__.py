"""What plug-ins imported here has moved; see the module."""
