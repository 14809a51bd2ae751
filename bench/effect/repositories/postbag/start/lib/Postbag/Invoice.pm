package Postbag::Invoice;

use strict;
use warnings;
use Time::Piece;
use Postbag::CSV;

# "12.50" -> 1250. Money is whole cents everywhere inside.
sub cents {
    my ($text) = @_;
    my ( $sign, $whole, $part ) = $text =~ /^(-?)(\d+)(?:\.(\d\d))?$/ or die "$text is no amount\n";
    my $cents = $whole * 100 + ( $part // 0 );
    return $sign ? -$cents : $cents;
}

sub show {
    my ($cents) = @_;
    return sprintf '%s%d.%02d', $cents < 0 ? '-' : '', int( abs($cents) / 100 ), abs($cents) % 100;
}

sub all {
    my ($path) = @_;
    my @invoices = Postbag::CSV::rows_of( $path // Postbag::CSV::home( 'data', 'invoices.csv' ) );
    for my $invoice (@invoices) {
        $_ = cents($_) for @{$invoice}{qw(amount paid)};
    }
    return @invoices;
}

sub owed {
    my ($invoice) = @_;
    return $invoice->{amount} - $invoice->{paid};
}

# Those of a month (2024-05) or earlier that are not paid in full.
sub open_in {
    my ( $month, @invoices ) = @_;
    return grep { owed($_) > 0 && substr( $_->{issued}, 0, 7 ) le $month } @invoices;
}

# How many days after its last day of payment we are; negative if there is time left.
sub overdue {
    my ( $invoice, $day ) = @_;
    my ( $issued, $now ) = map { Time::Piece->strptime( $_, '%Y-%m-%d' ) } $invoice->{issued}, $day;
    return int( ( $now - $issued )->days ) - $invoice->{days};
}

# Invoices by member.
sub by_member {
    my (@invoices) = @_;
    my %of;
    push @{ $of{ $_->{member} } }, $_ for @invoices;
    return %of;
}

sub total {
    my (@invoices) = @_;
    my $sum = 0;
    $sum += owed($_) for @invoices;
    return $sum;
}

1;
