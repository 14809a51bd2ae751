"""Whether Southmole's archive holds what was measured, at the right times."""
import csv


def rows(path):
    with open(path, newline="") as file:
        return [(row["time"], float(row["height"])) for row in csv.DictReader(file)]


found, wanted = rows("data/readings/south.csv"), rows("south_wanted.csv")
assert found == wanted, set(found) ^ set(wanted)
