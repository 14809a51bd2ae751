use strict;
use warnings;
use Test::More;
use Lockbook::Report;
use Lockbook::Store;

my $log = Lockbook::Store::load('data/sample.log');

my @days = Lockbook::Report::report_day($log);
like $days[0], qr/^2031-04-02\s+3 up\s+2 down$/, 'the first day';

my @hours = Lockbook::Report::report_hours($log);
like $hours[0], qr/^07  #+$/, 'the first hour';

my $pair = { rows => [ { way => 'up' }, { way => 'down' }, { way => 'down' } ] };
is Lockbook::Report::litres($pair), 192_000, 'the second boat goes free';
is Lockbook::Report::litres({ rows => [] }), 0, 'no boat, no water';

done_testing;
