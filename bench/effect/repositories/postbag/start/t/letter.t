use strict;
use warnings;
use Test::More;
use Postbag::Letter;

sub fill { return Postbag::Letter::fill(@_) }

is fill( 'Dear {{first}},', { first => 'Nora' } ), 'Dear Nora,', 'a field';
is fill( '{{ town | upper }}!', { town => 'Vale' } ), 'VALE!', 'a filter';
is fill( "a\n{{phone}}\nb\n", { phone => '' } ), "a\nb\n", 'an empty field on a line of its own';
is fill( "a\n\nb", {} ), "a\n\nb", 'empty lines stay';

is eval { fill( '{{age}}', {} ) }, undef, 'unknown field';
like $@, qr/wants \{\{age\}\}/;
is eval { fill( '{{age|double}}', { age => 3 } ) }, undef, 'unknown filter';
like $@, qr/what is double/;

done_testing;
