"""Which names mean one repository: remotes, folders, worktrees and clones become one project.

`ties.py` finds what ties two names in an event, the view `ties` keeps them, and `resolve.py` makes
projects of them; all of it is pure. `remote.py` brings the spellings of a remote to one.
"""
