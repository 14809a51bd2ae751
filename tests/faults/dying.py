"""A process that does one thing and is killed meanwhile, by the kernel, without a line of its own.

It is forked, so that its short life is spent on nothing but that thing.
"""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable


def dies(act: Callable[[], object], seconds: float) -> bool:
    """Whether a process that does something was killed before it was done."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_REAL, seconds)
            act()
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, -signal.SIGALRM)
    return code != 0
