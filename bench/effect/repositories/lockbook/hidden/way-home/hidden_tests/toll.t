use strict;
use warnings;
use Test::More;
use File::Temp qw(tempdir);

my $file = tempdir(CLEANUP => 1) . '/may.log';
open my $out, '>', $file or die $!;
print {$out} "# lockbook 4\n# time way boat draught keeper engine\n",
    "2031-05-01T08:00\tup\tOtter\t0.6\t-\tyes\n2031-05-02T08:00\tdown\tOtter\t0.6\t-\tyes\n";
close $out;
is `bin/lockbook report toll $file`, "2031-05-01  0.00\n2031-05-02  0.00\n", 'nothing paid before the column';
is system("bin/lockbook migrate $file > /dev/null"), 0, 'migrated';
open my $in, '<', $file or die $!;
my @lines = <$in>;
close $in;
like $lines[1], qr/\btoll\b/, 'the column';
like $lines[2], qr/\t0\.00(\t|$)/, 'nothing paid in the old rows';
s/\t0\.00$/\t4.50/ for @lines;
open $out, '>', $file or die $!;
print {$out} @lines, $lines[3];
close $out;
is `bin/lockbook report toll $file`, "2031-05-01  4.50\n2031-05-02  9.00\n", 'the sums';
done_testing;
