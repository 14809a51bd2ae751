"""The commands of `lessonboard recording`, one file each."""
