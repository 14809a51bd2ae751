use strict;
use warnings;
use Test::More;
use File::Temp qw(tempdir);
use Lockbook::Store;

my $dir = tempdir(CLEANUP => 1);
open my $out, '>:raw', "$dir/mail.log" or die $!;
print {$out} "# lockbook 2\r\n# time way boat draught\r\n2031-04-02T07:15\tup\tOtter\t0.8\r\n2031-04-03T07:15\tup\tHeron\t0.9";
close $out;
my $log = Lockbook::Store::load("$dir/mail.log");
is_deeply $log->{cols}, [qw(time way boat draught)], 'the columns';
is $log->{rows}[0]{draught}, '0.8', 'the draught';
is $log->{rows}[1]{draught}, '0.9', 'the last line, without an end';
Lockbook::Store::save("$dir/out.log", $log);
open my $in, '<:raw', "$dir/out.log" or die $!;
my $text = do { local $/; <$in> };
unlike $text, qr/\r/, 'written without';
done_testing;
