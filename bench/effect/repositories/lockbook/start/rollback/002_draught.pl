sub {
    my ($log) = @_;
    $log->{cols} = [ grep { $_ ne 'draught' } @{ $log->{cols} } ];
    delete $_->{draught} for @{ $log->{rows} };
}
