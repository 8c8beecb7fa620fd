# SPDX-License-Identifier: Apache-2.0
"""Runs Sluice, a cycle-level GPU memory hierarchy simulator, from Python.

>>> import sluice
>>> result = sluice.run("upload-scale-readback", "nvidia-v100", caches__l2__size="2MiB")
>>> result["cycles"], result.rows("caches")

Everything goes to one long-lived ``sluice serve`` process, started at the first call and stopped at exit. A
:class:`Simulator` of one's own has its own process, launcher and number of jobs.
"""

import atexit
import threading

from .errors import SluiceError
from .results import Point, Result, frame
from .simulator import Simulator

__all__ = [
    "Point",
    "Result",
    "Simulator",
    "SluiceError",
    "call",
    "check",
    "compare",
    "devices",
    "frame",
    "policies",
    "replay",
    "run",
    "streams",
    "sweep",
    "version",
]

_lock = threading.Lock()
_default = None


def _simulator():
    """The simulator that the functions of this module share."""
    global _default
    with _lock:
        if _default is None or not _default.alive:
            _default = Simulator()
            atexit.register(_default.close)
        return _default


def run(stream, device=None, **options):
    """Runs a stream; see :meth:`Simulator.run`."""
    return _simulator().run(stream, device, **options)


def replay(trace, device, **options):
    """Replays a trace of memory accesses; see :meth:`Simulator.replay`."""
    return _simulator().replay(trace, device, **options)


def check(stream, device=None, **options):
    """Checks a stream for missing dependencies; see :meth:`Simulator.check`."""
    return _simulator().check(stream, device, **options)


def compare(stream, devices, **options):
    """Runs a stream on several devices; see :meth:`Simulator.compare`."""
    return _simulator().compare(stream, devices, **options)


def sweep(streams, device=None, **options):
    """Runs all combinations of values; see :meth:`Simulator.sweep`."""
    return _simulator().sweep(streams, device, **options)


def call(command, *arguments, **options):
    """Carries out any command; see :meth:`Simulator.call`."""
    return _simulator().call(command, *arguments, **options)


def devices():
    """The shipped devices: name to description."""
    return _simulator().listed("devices")


def streams():
    """The shipped streams: name to description."""
    return _simulator().listed("streams")


def policies():
    """The replacement policies: name to description."""
    listed = _simulator().listed("policies")
    return {name: listed[name] for name in listed if "." not in name}  # the others are their parameters


def version():
    """The simulator's version."""
    return _simulator().version()
