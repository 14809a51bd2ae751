"""What a page of `lessonboard web` is made of, whichever part or plug-in it belongs to."""
