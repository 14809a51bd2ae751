"""The commands of `lessonboard lesson`, for lessons and insights, one file each."""
