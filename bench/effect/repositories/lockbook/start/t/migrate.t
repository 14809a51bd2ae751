use strict;
use warnings;
use Test::More;
use Lockbook::Migrate;

my $log = {
    version => 0,
    cols    => [ 'time', 'passage' ],
    rows    => [ { time => '2030-05-01T10:00', passage => 'Old Hat up' } ],
};
Lockbook::Migrate::bring($log, 2);
is $log->{rows}[0]{boat}, 'Old Hat', 'the boat by itself';
is $log->{rows}[0]{draught}, '-', 'its draught is not known';
cmp_ok Lockbook::Migrate::newest(), '>=', 2, 'the newest layout';
ok !eval { Lockbook::Migrate::bring($log, 99); 1 }, 'no layout 99';

done_testing;
