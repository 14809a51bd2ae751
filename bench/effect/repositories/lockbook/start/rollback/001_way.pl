sub {
    my ($log) = @_;
    $log->{cols} = [ qw(time passage) ];
    for my $row (@{ $log->{rows} }) {
        $row->{passage} = join ' ', delete @$row{qw(boat way)};
    }
}
