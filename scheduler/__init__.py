"""When work runs and who runs it: the queue, workers, automation, workflows, git and GitHub."""
