# Says hello to the first argument.
echo "Hello, ${1:-world}!"
