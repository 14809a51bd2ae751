"""When work runs and who runs it: work items, workers, automation, workflow, GitHub."""
