package Lockbook::Report;

# Each report_NAME gets a log and returns the lines of its report.

use strict;
use warnings;

my $LITRES = 96_000;    # that a full lock lets down

sub day {
    my ($row) = @_;
    return substr $row->{time}, 0, 10;
}

sub hour {
    my ($row) = @_;
    return substr $row->{time}, 11, 2;
}

# Passages a day, up and down.
sub report_day {
    my ($log) = @_;
    my %n;
    $n{ day($_) }{ $_->{way} }++ for @{ $log->{rows} };
    return map { sprintf '%s  %3d up  %3d down', $_, $n{$_}{up} // 0, $n{$_}{down} // 0 }
        sort keys %n;
}

# A bar for every hour in which somebody passed.
sub report_hours {
    my ($log) = @_;
    my %n;
    $n{ hour($_) }++ for @{ $log->{rows} };
    return map { sprintf '%s  %s', $_, '#' x $n{$_} } sort keys %n;
}

# The water that went down, in litres. A boat that follows one of the other
# way finds the lock as it needs it and costs nothing.
sub litres {
    my ($log) = @_;
    my ($last, $sum) = ('', 0);
    for my $row (@{ $log->{rows} }) {
        $sum += $LITRES if $row->{way} eq $last || $last eq '';
        $last = $row->{way};
    }
    return $sum;
}

1;
