"""What an instruction would do to who follows it: kinds of harm, found clause by clause."""

from blackboard.harm.judge import harms as harms
from blackboard.harm.kinds import NAMES as NAMES
