use strict;
use warnings;
use Test::More;
use Lockbook::Index;
use Lockbook::Store;

my $log = Lockbook::Store::load('data/sample.log');
my @fifth = grep { $_->{time} =~ /^2031-04-05/ } @{ $log->{rows} };
is scalar @fifth, 2, 'two passages';
is "$fifth[0]{boat} $fifth[0]{way} $fifth[0]{draught}", 'Heron up 1.0', 'the first';
is "$fifth[1]{boat} $fifth[1]{way} $fifth[1]{draught}", 'Marigold down 0.8', 'the second';
is `bin/lockbook boat Heron data/sample.log`, "2031-04-05T08:20\n", 'found by the index';
done_testing;
