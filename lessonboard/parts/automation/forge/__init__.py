"""Forges: where issues and pull requests live, and what is said there; GitHub by its command `gh`.

A new forge is a file here that fulfils `forge.Forge`, and a case in
`lessonboard/parts/automation/orchestration.py`.
"""
