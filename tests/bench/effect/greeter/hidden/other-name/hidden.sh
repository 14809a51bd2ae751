test "$(sh greet.sh Ada)" = "Good morning, Ada!"
