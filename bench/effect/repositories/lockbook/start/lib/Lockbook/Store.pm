package Lockbook::Store;

# A log in memory: { version => 2, cols => [names], rows => [ { name => value } ] }

use strict;
use warnings;

sub load {
    my ($file) = @_;
    open my $in, '<', $file or die "lockbook: $file: $!\n";
    chomp(my @lines = <$in>);
    my ($version) = (shift(@lines) // '') =~ /^# lockbook (\d+)$/
        or die "lockbook: $file is not a log\n";
    my ($names) = (shift(@lines) // '') =~ /^# (.+)$/
        or die "lockbook: $file has no columns\n";
    my @cols = split ' ', $names;
    my @rows;
    for my $line (grep { length } @lines) {
        my %row;
        @row{@cols} = split /\t/, $line, -1;
        push @rows, \%row;
    }
    return { version => $version, cols => \@cols, rows => \@rows };
}

sub text {
    my ($log) = @_;
    my $text = "# lockbook $log->{version}\n# @{ $log->{cols} }\n";
    for my $row (@{ $log->{rows} }) {
        $text .= join("\t", map { $row->{$_} // '' } @{ $log->{cols} }) . "\n";
    }
    return $text;
}

sub save {
    my ($file, $log) = @_;
    open my $out, '>', "$file.new" or die "lockbook: $file.new: $!\n";
    print {$out} text($log);
    close $out or die "lockbook: $file.new: $!\n";
    rename "$file.new", $file or die "lockbook: $file: $!\n";
}

1;
