"""What is known of an error: where it was seen, what was done next, whether it came back."""

from blackboard.fixes.look_up import Fixes as Fixes
from blackboard.fixes.look_up import Seen as Seen
from blackboard.fixes.look_up import fixes as fixes
from blackboard.fixes.look_up import last_failure as last_failure
from blackboard.fixes.sightings import MOST_SEEN as MOST_SEEN
