"""Where events and views are kept: one module or package per backend, and all of the SQL."""
