"""`workflow.yaml`: a workflow as a file that a person reads and edits, and the way back.

`document.py` selects what of a workflow is in the file, `shape.py` how the file must look,
`yaml_text.py` writes it. `yaml_tree.py` parses it with positions, `read.py` turns it into a
workflow again or says, line by line, why not. `merging.py` joins the edits of a person with a new
compilation, and `folder.py` finds edited files and records them.
"""
