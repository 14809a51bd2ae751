"""What the runs say, as `REGISTERED.md` wrote down before any: pure functions of logs."""
