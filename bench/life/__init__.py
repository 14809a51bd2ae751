"""Which functions of the product an ordinary month enters: `python -m bench.life`.

The month is `month.txt`, one line for each thing that a newcomer or an agent of hers does. It is
played in a fresh home; each process of it notes the functions that it enters (`noting.py`).
"""
