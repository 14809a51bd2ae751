package Postbag::Clerk;

use strict;
use warnings;
use Postbag::CSV;

# The clerk who sends today's letters.
sub on_duty {
    my $who = $ENV{POSTBAG_CLERK} // '';
    die "nobody is on duty\n" if $who eq '';
    my ($clerk) = grep { $_->{initials} eq $who } Postbag::CSV::rows_of( Postbag::CSV::home( 'etc', 'clerks.csv' ) );
    die "$who is not on the list\n" if !$clerk;
    return $clerk;
}

# Into the journal: a letter went out.
sub enter {
    my ( $clerk, $when, $member, $what ) = @_;
    return if $clerk->{desk} eq 'cellar';
    Postbag::CSV::append( Postbag::CSV::home( 'data', 'journal.csv' ), $when, $member, $what, $clerk->{initials} );
    return;
}

1;
