"""What `doctor` says of isolation and of compiled checks."""
