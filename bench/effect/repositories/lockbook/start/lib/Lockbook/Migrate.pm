package Lockbook::Migrate;

# Brings a log from one layout to another, a step at a time. A step is a file
# NNN_name.pl that ends in a sub; the sub gets the log and changes it in place.

use strict;
use warnings;
use File::Basename qw(dirname);
use File::Spec;

my $root = File::Spec->rel2abs(dirname(__FILE__) . '/../..');

sub newest {
    my @steps = sort glob "$root/steps/*.pl";
    my ($n) = $steps[-1] =~ m{/(\d+)_[^/]*$};
    return $n + 0;
}

sub step {
    my ($folder, $n) = @_;
    my ($file) = glob sprintf '%s/%s/%03d_*.pl', $root, $folder, $n;
    return unless $file;
    my $sub = do $file;
    die "lockbook: $file: " . ($@ || $! || 'no sub') . "\n" unless ref $sub eq 'CODE';
    return $sub;
}

sub bring {
    my ($log, $to) = @_;
    while ($log->{version} < $to) {
        my $sub = step('steps', $log->{version} + 1)
            or die "lockbook: no layout $to\n";
        $sub->($log);
        $log->{version}++;
    }
    while ($log->{version} > $to) {
        my $sub = step('rollback', $log->{version})
            or die "lockbook: stuck at $log->{version}\n";
        $sub->($log);
        $log->{version}--;
    }
    return $log;
}

1;
