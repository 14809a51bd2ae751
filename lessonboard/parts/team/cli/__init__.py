"""The commands of `lessonboard team`, one file each."""
