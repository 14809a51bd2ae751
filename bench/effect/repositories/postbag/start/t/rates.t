use strict;
use warnings;
use Test::More;
use Postbag::Rates;

my @rows = (
    { country => 'DK', grams => 100, price => '2.00' },
    { country => 'DK', grams => 50,  price => '1.00' },
    { country => 'SE', grams => 50,  price => '9.95' },
);

no warnings 'redefine';
local *Postbag::CSV::rows_of = sub { return @rows };

is Postbag::Rates::price( 'DK', 20 ), 100, 'light';
is Postbag::Rates::price( 'DK', 51 ), 200, 'heavier';
is Postbag::Rates::price( 'SE', 50 ), 995, 'just so';
is eval { Postbag::Rates::price( 'SE', 51 ) }, undef, 'too heavy';

done_testing;
