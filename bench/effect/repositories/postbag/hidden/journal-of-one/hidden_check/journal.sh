cd "$(dirname "$0")/.." || exit 1
out=$(perl bin/postbag journal m03) || exit 1
[ "$(echo "$out" | wc -l)" -eq 2 ] || { echo "not two lines"; exit 1; }
echo "$out" | sed -n 1p | grep -q '2024-04\b.*statement' || { echo "first line"; exit 1; }
echo "$out" | sed -n 2p | grep -q '2024-04-22.*reminder 2024-013' || { echo "second line"; exit 1; }
out=$(perl bin/postbag journal m04 2> /dev/null) || { echo "m04 is somebody"; exit 1; }
perl bin/postbag journal m99 > /dev/null 2>&1
[ $? = 1 ] || { echo "m99 is nobody"; exit 1; }
exit 0
