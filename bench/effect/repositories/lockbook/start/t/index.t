use strict;
use warnings;
use Test::More;
use Lockbook::Index;
use Lockbook::Store;

my $log = Lockbook::Store::load('data/sample.log');
open my $in, '<', 'data/boats.idx' or die $!;
my $have = do { local $/; <$in> };
ok $have eq Lockbook::Index::text($log), 'the index is up to date';
is scalar @{ Lockbook::Index::lookup('data/sample.log', 'Teasel') }, 2, 'Teasel passed twice';
ok !Lockbook::Index::lookup('data/sample.log', 'Titanic'), 'no such boat';

done_testing;
