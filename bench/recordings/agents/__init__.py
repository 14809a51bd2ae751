"""Sessions of an agent that drives a browser by MCP, each made a recording and run again.

A scripted agent does a task of the benchmark through a real server, Playwright's or Chrome
DevTools', and its calls are written as Claude Code writes them. `lessonboard` imports that
transcript, makes the recording and the workflow, and runs it twice on a fresh database: with the
recorded values and with others. The database judges.
"""
