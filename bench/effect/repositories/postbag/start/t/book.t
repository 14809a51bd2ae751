use strict;
use warnings;
use Test::More;
use Postbag::Book;

my $book = Postbag::Book->new('t/data/members.csv');

subtest 'in order of their names' => sub {
    is_deeply [ map { $_->{id} } $book->members ], [qw(a2 a3 a1)];
};

subtest 'found by id' => sub {
    is $book->find('a3')->{first}, 'Pia';
    is $book->find('a9'), undef;
};

subtest 'by town, however it is spelled' => sub {
    is_deeply [ map { $_->{id} } $book->of_town('HILL') ], [qw(a2 a1)];
};

subtest 'envelopes' => sub {
    is_deeply [ Postbag::Book::address( $book->find('a1') ) ], [ 'Nora Quist', 'Lane 1', '1000 Hill' ];
    is_deeply [ Postbag::Book::address( $book->find('a2') ) ], [ 'Otto Berg', 'Big "Red" House, 2', '1000 hill', 'SE' ];
};

done_testing;
