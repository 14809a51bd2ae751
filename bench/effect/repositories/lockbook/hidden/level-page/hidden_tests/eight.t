use strict;
use warnings;
use Test::More;
use Lockbook::Serve;

my @rows = map { { time => sprintf('2031-04-02T%02d:15', $_), way => 'up', boat => "Boat $_" } } 1 .. 12;
my $page = Lockbook::Serve::page({ rows => [@rows] }, '1.84');
is scalar(() = $page =~ /<li\b/g), 8, 'eight of them';
like $page, qr/<ol\b/, 'a numbered list';
like $page, qr/Boat 12.*Boat 11.*Boat 5\b/s, 'newest first';
unlike $page, qr/Boat 4\b/, 'no more than that';
$page = Lockbook::Serve::page({ rows => [ @rows[0, 1] ] }, undef);
is scalar(() = $page =~ /<li\b/g), 2, 'fewer where there are fewer';
done_testing;
