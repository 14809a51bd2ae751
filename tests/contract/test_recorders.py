"""The test suite that the `eventsourcing` library has for recorders, over our log: 14 of 14."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import TestCase

from eventsourcing.tests import persistence as suite

from tests.conftest import FixedClock
from tests.contract.recorder import AggregateRecorder, LogRecorder
from tests.contract.test_log import BACKENDS


def _over(backend: str, base: type[TestCase], **more: Any) -> type[TestCase]:
    """A test case of the suite, whose recorders are over a new log of a backend."""

    def create_recorder(self: TestCase) -> LogRecorder:
        folder = Path(self.enterContext(TemporaryDirectory()))
        log = self.enterContext(closing(BACKENDS[backend](folder, FixedClock())))
        is_aggregate = base is suite.AggregateRecorderTestCase
        return AggregateRecorder(log) if is_aggregate else LogRecorder(log)

    return type(base.__name__, (base,), {"create_recorder": create_recorder, **more})


_SUBSCRIBE = suite.ApplicationRecorderTestCase.optional_test_insert_subscribe
_BACKEND = "sqlite file"

TestAggregateRecorder = _over(_BACKEND, suite.AggregateRecorderTestCase)
TestApplicationRecorder = _over(
    _BACKEND, suite.ApplicationRecorderTestCase, test_insert_subscribe=_SUBSCRIBE
)
TestTrackingRecorder = _over(_BACKEND, suite.TrackingRecorderTestCase)
TestProcessRecorder = _over(_BACKEND, suite.ProcessRecorderTestCase)
TestNonInterleaving = _over(_BACKEND, suite.NonInterleavingNotificationIDsBaseCase)
