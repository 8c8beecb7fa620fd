# SPDX-License-Identifier: Apache-2.0
"""The ``sluice serve`` process: requests and answers of JSON-RPC 2.0, a line each."""

import itertools
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import tempfile
import threading
from concurrent.futures import Future

from .errors import SluiceError

#: Seconds that an ending process may take from closing its pipes until it has an exit code.
_LAST_MOMENT = 10


def launcher():
    """The words that start Sluice: those of SLUICE, the launcher of the checkout, or ``sluice`` on the path."""
    named = os.environ.get("SLUICE")
    if named:
        return [named] if os.path.exists(named) else shlex.split(named)
    beside = pathlib.Path(__file__).resolve().parents[2] / "sluice"
    if beside.is_file() and os.access(beside, os.X_OK):
        return [str(beside)]
    found = shutil.which("sluice")
    if found:
        return [found]
    raise SluiceError("sluice was not found: set SLUICE to its launcher, or put it on the PATH")


class Process:
    """One server, which answers from several threads at once."""

    def __init__(self, words, jobs):
        self._ids = itertools.count(1)
        self._waiting = {}
        self._lock = threading.Lock()
        self._closed = False
        self._strange = None
        self._errors = tempfile.TemporaryFile()
        try:
            self._process = subprocess.Popen(
                [*words, "serve", "--jobs", str(jobs)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                encoding="utf-8",
                # Ctrl-C is for Python, which asks the server to stop what it waits for
                start_new_session=True,
            )
        except OSError as problem:
            self._errors.close()
            raise SluiceError(f"{words[0]} cannot be started: {problem.strerror}") from problem
        threading.Thread(target=self._read, name="sluice", daemon=True).start()

    @property
    def alive(self):
        """Whether requests can still be sent."""
        return not self._closed and self._process.poll() is None

    def send(self, method, params):
        """Sends a request; the future gives its result, or raises. The future's ``number`` is the request's."""
        future = Future()
        with self._lock:
            if self._closed:
                raise SluiceError("the simulator is closed")
            future.number = next(self._ids)
            line = _line({"jsonrpc": "2.0", "id": future.number, "method": method, "params": params})
            self._waiting[future.number] = future
            try:
                self._process.stdin.write(line + "\n")
                self._process.stdin.flush()
            except OSError:
                del self._waiting[future.number]
                raise self._gone() from None
        return future

    def wait(self, future):
        """The result of a request; Ctrl-C cancels it."""
        try:
            return future.result()
        except KeyboardInterrupt:
            self.cancel([future])
            raise

    def cancel(self, futures):
        """Asks for an end of requests, which answer with what they have; those that are answered stay as they are."""
        try:
            for future in futures:
                if not future.done():
                    self.send("cancel", {"id": future.number})
        except SluiceError:
            # the process has gone, and with it what ran
            pass

    def close(self):
        """Ends the server once what was asked is answered."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            try:
                self._process.stdin.close()
            except OSError:
                # it has gone already
                pass
        self._process.wait()
        self._process.stdout.close()
        self._errors.close()

    def _read(self):
        try:
            for line in self._process.stdout:
                self._answer(_reply(line))
        except ValueError as problem:
            if not self._closed:
                # nothing more can be trusted, and it would wait for requests while we wait for its end
                self._strange = str(problem)
                self._process.terminate()
        self._process.wait()
        with self._lock:
            waiting = list(self._waiting.values())
            self._waiting.clear()
        for future in waiting:
            future.set_exception(self._gone())

    def _answer(self, reply):
        with self._lock:
            future = self._waiting.pop(reply.get("id"), None)
        if future is None:
            return
        error = reply.get("error")
        if error is None:
            future.set_result(reply["result"])
            return
        data = error.get("data") or {}
        future.set_exception(SluiceError(error["message"], data.get("exitCode"), data.get("messages", ())))

    def _gone(self):
        if self._strange is not None:
            return SluiceError(f"the simulator was ended: {self._strange}")
        end = self._end()
        said = ""
        if not self._errors.closed:
            self._errors.seek(0)
            said = self._errors.read().decode("utf-8", "replace").strip()
        last = said.splitlines()[-1] if said else "it said nothing"
        return SluiceError(f"the simulator {end}: {last}")

    def _end(self):
        # its pipes close a moment before it has an exit code
        try:
            return f"ended with exit code {self._process.wait(_LAST_MOMENT)}"
        except subprocess.TimeoutExpired:
            return "reads no more requests"


def _reply(line):
    """The answer that a line is; ValueError for one that is none, or none to a request."""
    try:
        reply = json.loads(line)
    except ValueError:
        reply = None
    if not isinstance(reply, dict) or reply.get("id") is None or not ("result" in reply or "error" in reply):
        raise ValueError(f"it printed {line.strip()[:200]!r}, which answers nothing that was asked")
    return reply


def _line(request):
    try:
        return json.dumps(request, default=plain, allow_nan=False)
    except ValueError as problem:
        # what is no JSON would be answered to nobody
        raise ValueError(f"{request['method']}() takes finite numbers alone: {problem}") from problem


def plain(value):
    """A number or an array of another library (NumPy, pandas) as one that JSON has."""
    for name in ("tolist", "item"):
        if callable(getattr(value, name, None)):
            return getattr(value, name)()
    if hasattr(value, "__iter__") and not isinstance(value, (bytes, bytearray)):
        return list(value)
    raise TypeError(f"{value!r} is neither a number nor a text, a list or a dictionary of them")
