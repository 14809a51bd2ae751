package Postbag::CSV;

use strict;
use warnings;
use File::Basename qw(dirname);
use File::Spec;

# A file of this program, wherever it was started.
sub home {
    my @parts = @_;
    return File::Spec->catfile( dirname( File::Spec->rel2abs(__FILE__) ), '..', '..', @parts );
}

# One line -> its fields. "Say ""hello""" is Say "hello".
sub fields {
    my ($line) = @_;
    my @fields;
    while ( $line =~ /\G(?:"((?:[^"]|"")*)"|([^,]*))(,|$)/g ) {
        my ( $quoted, $plain, $end ) = ( $1, $2, $3 );
        if ( defined $quoted ) {
            $quoted =~ s/""/"/g;
            push @fields, $quoted;
        }
        else {
            push @fields, $plain;
        }
        last if $end eq '';
    }
    return @fields;
}

# The rows of a file as hashes, by the names in its first line.
sub rows_of {
    my ($path) = @_;
    open my $in, '<:encoding(UTF-8)', $path or die "$path: $!\n";
    my ( @names, @rows );
    while ( my $line = <$in> ) {
        $line =~ s/\r?\n\z//;
        next if $line eq '';
        my @values = fields($line);
        if ( !@names ) {
            @names = @values;
            next;
        }
        my %row;
        @row{@names} = map { $_ // '' } @values[ 0 .. $#names ];
        push @rows, \%row;
    }
    close $in;
    return @rows;
}

sub append {
    my ( $path, @values ) = @_;
    open my $out, '>>:encoding(UTF-8)', $path or die "$path: $!\n";
    print {$out} join( ',', map { /[",]/ ? '"' . s/"/""/gr . '"' : $_ } @values ), "\n";
    close $out;
    return;
}

1;
