test "$(sh greet.sh Ada)" = "Hello, Ada!" && echo "1 test passed"
