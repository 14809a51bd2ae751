cd "$(dirname "$0")/.." || exit 1
t=$(mktemp -d)
trap 'rm -rf "$t"' EXIT
cp -R bin lib script etc data templates "$t"
cd "$t" || exit 1
duty() { POSTBAG_CLERK=$1 perl -Ilib -MPostbag::Clerk -e 'print Postbag::Clerk::on_duty()->{initials}' 2> err; }
[ "$(duty hb)" = hb ] || { echo "without the column"; exit 1; }
printf 'initials,name,desk,until\nqa,A,front,2001-12-31\nqb,B,back,2099-01-01\nqc,C,front,\nzz,,cellar,\n' > etc/clerks.csv
[ "$(duty qa)" = "" ] || { echo "qa has left"; exit 1; }
duty qa
grep -q qa err || { echo "who?"; exit 1; }
for who in qb qc zz; do
	[ "$(duty $who)" = $who ] || { echo "$who may"; exit 1; }
done
[ "$(duty hb)" = "" ] || { echo "hb is not on this list"; exit 1; }
exit 0
