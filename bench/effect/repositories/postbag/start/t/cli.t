use strict;
use warnings;
use Test::More;

sub postbag {
    my ($words) = @_;
    my $out = `$^X bin/postbag $words 2>&1`;
    return ( $? >> 8, $out );
}

my ( $code, $out ) = postbag('list --town vale --data t/data/members.csv');
is $code, 0;
is $out, "a3   Berg, Pia                Vale\n", 'one town';

( $code, $out ) = postbag('labels -c 3 -d t/data/members.csv');
is( ( split /\n/, $out )[0], 'Otto Berg                   Pia Berg                    Nora Quist', 'labels side by side' );

( $code, $out ) = postbag('letter templates/welcome.txt --to a2 --data t/data/members.csv');
like $out, qr/welcome among the basss?/, 'a letter';
like $out, qr/1000 HILL/;

( $code, $out ) = postbag('postage --country nl --grams 80');
is $out, "3.00\n", 'postage';

( $code, $out ) = postbag('list --twon Hill');
is $code, 2, 'an option that is none';
( $code, $out ) = postbag('letter templates/welcome.txt --to nobody');
is $code, 1, 'nobody';

done_testing;
