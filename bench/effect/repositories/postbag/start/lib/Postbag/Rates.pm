package Postbag::Rates;

use strict;
use warnings;
use Postbag::CSV;
use Postbag::Invoice;

# What a letter costs, in cents: the first row of the country that is heavy enough.
sub price {
    my ( $country, $grams ) = @_;
    my @rows = Postbag::CSV::rows_of( Postbag::CSV::home( 'etc', 'rates.csv' ) );
    my @fit = sort { $a->{grams} <=> $b->{grams} } grep { $_->{country} eq $country && $_->{grams} >= $grams } @rows;
    die "no letter of $grams g goes to $country\n" if !@fit;
    return Postbag::Invoice::cents( $fit[0]{price} );
}

1;
