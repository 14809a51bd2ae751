"""Made sessions, drawn from numbers that were counted on real transcripts (`counts.json`)."""
