"""Make a recording of a session in which an agent drove a browser by MCP.

`session.record_session` writes the recording folder. `transcript` reads the calls, `snapshot` the
trees of pages in their outputs, `place` describes a node as the recorder describes an element, and
`lines` turns the calls into manifest lines.
"""
