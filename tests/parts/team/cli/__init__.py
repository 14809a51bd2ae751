"""The commands of `lessonboard team`, as people run them."""
