"""A real browser: recording what a person does in it, and doing it again.

`recording.record` writes a recording folder (`blackboard.sources.gui_recording`) of what happens in
Chromium. `rerun.rerun` takes the workflow that was compiled of it through Chromium again: each
target is found by its role and name, each state is checked, and every run leaves a report and an
event. Playwright is the driver, and an extra: nothing else here needs it.
"""
