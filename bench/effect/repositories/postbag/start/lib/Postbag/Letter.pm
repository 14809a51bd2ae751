package Postbag::Letter;

use strict;
use warnings;

my %filters = (
    upper => sub { uc $_[0] },
    lower => sub { lc $_[0] },
);

sub read_template {
    my ($path) = @_;
    open my $in, '<:encoding(UTF-8)', $path or die "$path: $!\n";
    local $/ = undef;
    my $text = <$in>;
    close $in;
    return $text;
}

sub _value {
    my ( $fields, $name, $filter ) = @_;
    die "the letter wants {{$name}}, and nobody has that\n" if !exists $fields->{$name};
    my $value = $fields->{$name};
    return $value if !defined $filter;
    my $code = $filters{$filter} or die "{{$name|$filter}}: what is $filter?\n";
    return $code->($value);
}

# The text with its fields put in.
sub fill {
    my ( $text, $fields ) = @_;
    my @lines;
    for my $line ( split /\n/, $text, -1 ) {
        my $alone = $line =~ /^\s*\{\{[^}]+\}\}\s*$/;
        $line =~ s/\{\{\s*(\w+)\s*(?:\|\s*(\w+)\s*)?\}\}/_value( $fields, $1, $2 )/ge;
        next if $alone && $line !~ /\S/;
        push @lines, $line;
    }
    return join "\n", @lines;
}

1;
