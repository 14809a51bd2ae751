"""The pipeline: everything that is learnt is decided on here, from whatever source it comes.

`ingest.ingest` is the one way onto the board. It reads what is known, asks `decide.decide`, and
appends: gate, near-duplicates, critic, contradictions, policy. A new source of lessons makes
`Finding`s and calls it.
"""
