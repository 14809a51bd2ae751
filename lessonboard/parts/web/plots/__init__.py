"""Plots as SVG, each with its numbers as a table; made by hand (decision 0045).

A plot has no colours and no scripts: its parts have classes, which the style sheet colours, so that
one drawing is right on light and dark pages and under a content policy without inline styles.
"""
