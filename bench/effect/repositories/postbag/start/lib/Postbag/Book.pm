package Postbag::Book;

use strict;
use warnings;
use Postbag::CSV;

sub new {
    my ( $class, $path ) = @_;
    my @members = Postbag::CSV::rows_of( $path // Postbag::CSV::home( 'data', 'members.csv' ) );
    return bless { members => \@members }, $class;
}

# Everybody, by last name and first name.
sub members {
    my ($self) = @_;
    return sort { $a->{last} cmp $b->{last} || $a->{first} cmp $b->{first} } @{ $self->{members} };
}

sub find {
    my ( $self, $id ) = @_;
    my ($found) = grep { $_->{id} eq $id } @{ $self->{members} };
    return $found;
}

sub of_town {
    my ( $self, $town ) = @_;
    return grep { lc $_->{town} eq lc $town } $self->members;
}

# The lines of an envelope.
sub address {
    my ($member) = @_;
    my @lines = ( "$member->{first} $member->{last}", $member->{street}, "$member->{code} $member->{town}" );
    push @lines, uc $member->{country} if $member->{country} ne 'DK';
    return grep { /\S/ } @lines;
}

1;
