use strict;
use warnings;
use Test::More;
use Lockbook::Serve;

my $log = { rows => [ { time => '2031-04-02T07:15', way => 'up', boat => 'Salt & Co' } ] };
my $page = Lockbook::Serve::page($log, '1.84');
like $page, qr/Level: 1\.84 m/, 'the level';
like $page, qr/Salt &amp; Co/, 'escaped';
like Lockbook::Serve::page($log, undef), qr/Level: unknown/, 'no gauge';

done_testing;
