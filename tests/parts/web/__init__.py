"""The page, without a browser and in a real one."""
