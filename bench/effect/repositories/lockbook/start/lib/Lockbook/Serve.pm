package Lockbook::Serve;

# The keeper's page: the level at the gate, the water used, the last boats.

use strict;
use warnings;
use IO::Socket::INET;
use Lockbook::Report;
use Lockbook::Store;

sub escape {
    my ($s) = @_;
    my %e = ('&' => '&amp;', '<' => '&lt;', '>' => '&gt;');
    $s =~ s/([&<>])/$e{$1}/g;
    return $s;
}

# What the gauge at the gate says, or undef.
sub level {
    my $gauge = IO::Socket::INET->new(PeerAddr => '127.0.0.1:4717', Timeout => 2) or return;
    my $line = <$gauge>;
    return unless defined $line && $line =~ /^(\d+\.\d+)/;
    return $1;
}

sub page {
    my ($log, $level) = @_;
    my @rows = reverse @{ $log->{rows} };
    splice @rows, 5 if @rows > 5;
    my $list = join '', map { '<li>' . escape("$_->{time} $_->{way} $_->{boat}") . "</li>\n" } @rows;
    my $litres = Lockbook::Report::litres($log);
    my $metres = defined $level ? "$level m" : 'unknown';
    return "<h1>Lock</h1>\n<p>Level: $metres</p>\n<p>Water: $litres l</p>\n<ul>\n$list</ul>\n";
}

sub run {
    my ($file, %opt) = @_;
    my $port   = $ENV{LOCKBOOK_PORT} // 4717;
    my $server = IO::Socket::INET->new(
        LocalAddr => '127.0.0.1',
        LocalPort => $port,
        Listen    => 5,
        ReuseAddr => 1,
    ) or die "lockbook: cannot serve: $!\n";
    $| = 1;
    print 'serving on ', $server->sockport, "\n";
    my $hits = $opt{hits};
    while (my $client = $server->accept) {
        while (defined(my $head = <$client>)) {
            last unless $head =~ /\S/;
        }
        my $body = page(Lockbook::Store::load($file), level());
        print {$client} "HTTP/1.0 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n$body";
        close $client;
        last if defined $hits && --$hits <= 0;
    }
}

1;
