"""Record what a person does in a real browser, and replay it.

`record_task.record` writes a recording folder (`lessonboard.parts.recordings.sources`) of what
happens
in Chromium. `rerun.rerun` runs the workflow compiled from it: each target is found by role and
name, each state is checked, and every run leaves a report and an event. The driver is Playwright,
an optional extra that only this package needs.
"""
