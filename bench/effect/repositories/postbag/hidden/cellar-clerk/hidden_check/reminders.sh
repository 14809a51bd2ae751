cd "$(dirname "$0")/.." || exit 1
t=$(mktemp -d)
trap 'rm -rf "$t"' EXIT
cp -R bin lib script etc data templates "$t"
cd "$t" || exit 1
printf 'when,member,what,clerk\n' > data/journal.csv
POSTBAG_CLERK=tk perl script/reminders 2024-05-20 > /dev/null || exit 1
o=out/2024-05-20
[ "$(cd $o && echo *)" = "m03.txt m05.txt m07.txt" ] || { echo "letters: $(cd $o && echo *)"; exit 1; }
for word in 2024-012 2024-016 25.00 8.00 50 70 Egil; do
	grep -q -e "$word" $o/m05.txt || { echo "Egil does not read $word"; exit 1; }
done
for word in 2024-015 12.50 34; do
	grep -q -e "$word" $o/m07.txt || { echo "Gert does not read $word"; exit 1; }
done
grep -q 2024-018 $o/m07.txt && { echo "one is not late"; exit 1; }
grep -q '{{' $o/*.txt && exit 1
grep -q 'm05.*tk$' data/journal.csv || { echo "nothing in the journal"; exit 1; }
exit 0
