"""Where events are kept, and all of the SQL.

`local` opens boards, `hook_board` opens them for a moment, `outbox` and `ingestion` keep what hooks
could not append. What is inside of `sqlite` belongs to this package alone.
"""
