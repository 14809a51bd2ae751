"""The pictures of a terminal in the documents: real commands on the sample sessions, drawn as SVG.

A new picture is an entry in `scenes.SCENES`; `./run pictures` draws it.
"""
