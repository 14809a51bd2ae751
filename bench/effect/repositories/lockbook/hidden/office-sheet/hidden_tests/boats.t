use strict;
use warnings;
use Test::More;
use File::Temp qw(tempdir);

is `bin/lockbook report boats data/sample.log`,
    "  3  Marigold\n  2  Bramble\n  2  Kestrel\n  2  Otter\n  2  Teasel\n", 'the sample';
my $file = tempdir(CLEANUP => 1) . '/two.log';
open my $out, '>', $file or die $!;
print {$out} "# lockbook 2\n# time way boat draught\n",
    map { "2031-05-01T08:00\t$_\t1.0\n" } "up\tOld Hat", "up\tAnt", "down\tOld Hat", ("up\tWhale") x 12;
close $out;
is `bin/lockbook report boats $file`, " 12  Whale\n  2  Old Hat\n  1  Ant\n", 'by number, not by letter';
done_testing;
