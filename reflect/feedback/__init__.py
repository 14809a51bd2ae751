"""What people say to agents about how to work, without a model: plain forms of speech alone.

`standing.py` has the forms and what vetoes them; when a sentence was said counts as well: after a
refused call, as an answer to what the agent had just done, or in the first message.
"""
