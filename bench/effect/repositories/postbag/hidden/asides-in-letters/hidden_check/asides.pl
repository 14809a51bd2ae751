use strict;
use warnings;
use Test::More;
use Postbag::Letter;

sub fill { return Postbag::Letter::fill(@_) }

is fill( "#: {{nobody}}\nDear {{a}},\n#:\n\n#:x {{a|what}}\nend", { a => 'B' } ), "Dear B,\n\nend";
is fill( "a #: b\n # c\n# d\n", {} ), "a #: b\n # c\n# d\n";
is fill( "{{a}}\n", { a => '#: no' } ), "#: no\n";
is fill( "x\n{{a}}\ny", { a => '' } ), "x\ny";

done_testing;
