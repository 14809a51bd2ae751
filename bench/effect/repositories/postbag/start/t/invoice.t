use strict;
use warnings;
use Test::More;
use Postbag::Invoice;

is Postbag::Invoice::cents('12.50'), 1250;
is Postbag::Invoice::cents('-3'),    -300;
is eval { Postbag::Invoice::cents('12,5') }, undef, 'no amount';
is Postbag::Invoice::show(1205), '12.05';
is Postbag::Invoice::show(-7),   '-0.07';

my @invoices = (
    { number => 1, member => 'x', issued => '2024-02-20', days => 10, amount => 1000, paid => 1000 },
    { number => 2, member => 'x', issued => '2024-02-20', days => 10, amount => 1000, paid => 400 },
    { number => 3, member => 'y', issued => '2024-03-01', days => 30, amount => 500,  paid => 0 },
);

is_deeply [ map { $_->{number} } Postbag::Invoice::open_in( '2024-02', @invoices ) ], [2], 'open in a month';
is Postbag::Invoice::overdue( $invoices[0], '2024-03-05' ), 4, 'over a leap day';
is Postbag::Invoice::overdue( $invoices[2], '2024-03-05' ), -26, 'time left';
is Postbag::Invoice::total(@invoices), 1100, 'total';
my %of = Postbag::Invoice::by_member(@invoices);
is scalar @{ $of{x} }, 2, 'by member';

done_testing;
