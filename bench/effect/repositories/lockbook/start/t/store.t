use strict;
use warnings;
use Test::More;
use File::Temp qw(tempdir);
use Lockbook::Store;

my $dir = tempdir(CLEANUP => 1);
my $log = Lockbook::Store::load('data/sample.log');
is $log->{rows}[0]{boat}, 'Marigold', 'a row by its names';
Lockbook::Store::save("$dir/copy.log", $log);
is_deeply Lockbook::Store::load("$dir/copy.log"), $log, 'there and back';

open my $out, '>', "$dir/other.txt" or die $!;
print {$out} "milk, eggs\n";
close $out;
ok !eval { Lockbook::Store::load("$dir/other.txt"); 1 }, 'a shopping list is refused';
like $@, qr/is not a log/, 'and it is said why';

done_testing;
