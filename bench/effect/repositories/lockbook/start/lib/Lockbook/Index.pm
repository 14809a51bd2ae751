package Lockbook::Index;

# boats.idx lies beside a log and says for each boat when it passed, so that
# the pocket computer at the gate need not read the whole year.

use strict;
use warnings;
use File::Basename qw(dirname);

sub path {
    my ($file) = @_;
    return dirname($file) . '/boats.idx';
}

sub text {
    my ($log) = @_;
    my %times;
    push @{ $times{ $_->{boat} } }, $_->{time} for @{ $log->{rows} };
    return join '', map { "$_\t@{ $times{$_} }\n" } sort keys %times;
}

sub lookup {
    my ($file, $boat) = @_;
    open my $in, '<', path($file) or die "lockbook: no boats.idx beside $file\n";
    while (my $line = <$in>) {
        chomp $line;
        my ($name, $times) = split /\t/, $line;
        return [ split ' ', $times ] if $name eq $boat;
    }
    return;
}

1;
