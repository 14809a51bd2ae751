# "Marigold up" in one column becomes two
sub {
    my ($log) = @_;
    $log->{cols} = [ qw(time way boat) ];
    for my $row (@{ $log->{rows} }) {
        ($row->{boat}, $row->{way}) = delete($row->{passage}) =~ /^(.*) (up|down)$/;
    }
}
