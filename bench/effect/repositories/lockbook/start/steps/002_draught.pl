# how deep the boat lies, in metres; not known for the old ones
sub {
    my ($log) = @_;
    push @{ $log->{cols} }, 'draught';
    $_->{draught} = '-' for @{ $log->{rows} };
}
