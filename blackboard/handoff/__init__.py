"""What the next agent needs of a session, read off its events without a model."""

from blackboard.handoff.fact import Fact, Handoff, Section
from blackboard.handoff.handoff import handoff

__all__ = ["Fact", "Handoff", "Section", "handoff"]
