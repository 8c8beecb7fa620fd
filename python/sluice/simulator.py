# SPDX-License-Identifier: Apache-2.0
"""A simulator: commands as methods."""

import itertools
import json
import os
import pathlib
import shutil
import tempfile

from .errors import SluiceError
from .process import Process, launcher, plain
from .results import Point, Result


class Simulator:
    """A simulator in a process of its own, also a context manager.

    ``launcher`` is a path or a list of words (without it: the environment's SLUICE, the checkout's launcher, or
    ``sluice`` on the path). ``jobs`` runs go side by side; all cores without it.
    """

    def __init__(self, launcher=None, jobs=None):
        self.jobs = jobs or os.cpu_count() or 1
        self._texts = None
        self._numbers = itertools.count(1)
        self._folder = os.getcwd()
        self._process = Process(_words(launcher), self.jobs)

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.close()

    @property
    def alive(self):
        """Whether it can still be asked."""
        return self._process.alive

    def close(self):
        """Ends the process, after what was asked is answered."""
        self._process.close()
        if self._texts is not None:
            shutil.rmtree(self._texts, ignore_errors=True)
            self._texts = None

    def run(
        self, stream, device=None, *, profile=None, seed=None, timing_only=False, max_cycles=None, set=None, options=None,
        **overrides
    ):
        """Runs a stream on a device and gives the :class:`Result`, ``result.json`` as plain data.

        ``stream`` is a preset's name, a file, a text (several lines, or JSON in one), or a dictionary of the stream's form;
        ``device`` a preset's name or a file, the stream's own without it.
        Keys of the device are changed by ``set={"caches.l2.size": "2MiB"}`` or, with two underscores for each dot, by
        ``caches__l2__size="2MiB"``. ``options`` are further options of the command line by their names; files that they
        name are seen from the folder in which the simulator was started.
        Raises :class:`SluiceError` for bad input. Findings are no error: see ``exit_code``.
        """
        return self._result(
            self._start(
                stream, device, profile, seed, timing_only, max_cycles, set, _further("run", options), overrides
            )
        )

    def replay(
        self, trace, device, *, format=None, outstanding=None, seed=None, max_cycles=None, set=None, options=None,
        **overrides
    ):
        """Replays a trace of memory accesses on a device and gives the :class:`Result`, as :meth:`run` does of a stream.

        ``trace`` is a file, whose ``format`` is told by its name and contents without that; ``outstanding`` how many
        accesses of a unit may be under way. Keys of the device are changed as for :meth:`run`.
        """
        changed = _changed("replay", set, overrides)
        further = _further("replay", options)
        return self._result(self._replayed(trace, device, format, outstanding, seed, max_cycles, changed, further))

    def sweep(
        self, streams, device=None, *, vary, profile=None, seed=None, timing_only=True, max_cycles=None, set=None,
        options=None, replay=False, format=None, outstanding=None, **overrides
    ):
        """Runs all combinations of ``vary={"caches.l2.size": ["1MiB", "2MiB"], ...}`` on each of the streams.

        With ``replay=True`` these are traces, which are replayed; ``format`` and ``outstanding`` are those of :meth:`replay`.

        Runs go side by side; the list of :class:`Point` is in the order of the combinations, last key fastest. Values
        of ``device`` may be a list, too; ``vary`` may also name ``device``, ``profile`` and ``seed``. Other options are
        those of :meth:`run`. A combination that is refused is an empty point with its ``error``; if all are, the first
        one's is raised.
        """
        chosen = {"device": device, "profile": profile, "seed": seed}
        if not isinstance(vary, dict) or not all(isinstance(name, str) for name in vary):
            raise TypeError(f"sweep() takes a dictionary of keys for vary, such as {{'seed': [1, 2]}}, not {vary!r}")
        vary = {name: _several(values) for name, values in vary.items()}
        for name, values in vary.items():
            if chosen.get(name) is not None:
                raise TypeError(f"sweep() got {name!r} both as an argument and in vary: leave one out")
            if name.startswith("stream."):
                raise TypeError(f"sweep() varies no {name!r}: give streams that differ, as dictionaries or texts")
            _refuse_twice(name, values)
        if replay and (profile is not None or "profile" in vary):
            raise TypeError("sweep() got a profile for traces, which have no barriers: leave it out")
        if not replay and (format is not None or outstanding is not None):
            raise TypeError("sweep() got format or outstanding, which are of traces: replay=True says that these are such")
        further = _further("sweep", options)
        common = _changed("sweep", set, overrides) or {}
        for name in common:
            if name in vary:
                raise TypeError(f"sweep() got {name!r} both as a fixed key and in vary: leave one out")
        several = [] if "device" in vary else ["device"]
        axes = [streams, *([device] if several else []), *vary.values()]
        points = []
        try:
            for stream, *values in itertools.product(*map(_several, axes)):
                settings = dict(zip([*several, *vary], values))
                choices = {**chosen, **{name: value for name, value in settings.items() if name in chosen}}
                keys = {name: value for name, value in settings.items() if name not in chosen}
                changed = {**common, **keys}
                if replay:
                    future = self._replayed(
                        stream, choices["device"], format, outstanding, choices["seed"], max_cycles, changed or None, further
                    )
                else:
                    future = self._start(
                        stream, choices["device"], choices["profile"], choices["seed"], timing_only, max_cycles, changed,
                        further, {},
                    )
                points.append(({"stream": _name(stream), "device": choices["device"], **settings}, future))
            done = [self._point(future, settings) for settings, future in points]
        except BaseException:
            # Ctrl-C, or one that cannot be asked: nobody waits for the others any more
            self._process.cancel(future for _, future in points)
            raise
        if done and all(point.error for point in done):
            raise done[0].error
        return done

    def check(self, stream, device=None, **options):
        """Finds accesses that nothing orders, without running the stream; gives what ``check --json`` prints."""
        return self.call("check", self._file(stream), device=device, **options)

    def compare(self, stream, devices, **options):
        """Runs a stream on several devices; gives what ``compare --json`` prints."""
        return self.call("compare", self._file(stream), device=_several(devices), **options)

    def call(self, command, *arguments, **options):
        """Carries out any command of the command line, options by their names with underscores for dashes.

        Gives a :class:`Result` where the command prints JSON, else its text.
        """
        return self._result(self._process.send(command, _params(arguments, options)))

    def listed(self, kind):
        """What comes with Sluice (``devices``, ``streams``, ``policies`` …): name to description."""
        listed = {}
        name = None
        for line in self.call("list", kind).splitlines():
            if not line.startswith(" "):
                name, _, line = line.partition(" ")
                listed[name] = ""
            listed[name] = (listed[name] + " " + line.strip()).strip()
        return listed

    def version(self):
        """The simulator's version."""
        return self._process.wait(self._process.send("version", {}))["version"]

    def _start(self, stream, device, profile, seed, timing_only, max_cycles, set, options, overrides):
        named = {
            "device": self._known(device),
            "profile": self._known(profile),
            "seed": seed,
            "timing_only": timing_only,
            "max_cycles": max_cycles,
            "set": _changed("run", set, overrides),
            **options,
        }
        return self._process.send("run", _params([self._file(stream)], named))

    def _replayed(self, trace, device, format, outstanding, seed, max_cycles, changed, options):
        named = {
            "device": self._known(device),
            "format": format,
            "outstanding": outstanding,
            "seed": seed,
            "max_cycles": max_cycles,
            "set": changed,
            **options,
        }
        return self._process.send("replay", _params([self._here(trace)], named))

    def _result(self, future):
        answer = self._process.wait(future)
        output = answer["output"]
        return Result(output, answer["exitCode"], answer["messages"]) if isinstance(output, dict) else output

    def _point(self, future, settings):
        try:
            return Point(self._result(future), settings)
        except SluiceError as error:
            if error.exit_code is None:
                raise
            return Point(Result({}, error.exit_code, error.messages), settings, error)

    def _file(self, stream):
        """The name of what holds a stream: a text or a dictionary is written to a file that goes away with us."""
        if isinstance(stream, dict):
            stream = json.dumps(stream, indent=1, default=plain) + "\n"
        if not _is_text(stream):
            return self._here(stream)
        if self._texts is None:
            self._texts = tempfile.mkdtemp(prefix="sluice-")
        file = pathlib.Path(self._texts) / f"stream{next(self._numbers)}.yaml"
        try:
            file.write_text(stream, encoding="utf-8")
        except UnicodeEncodeError as problem:
            # half of a pair of UTF-16, as of text that was decoded with other errors than strict
            half = problem.object[problem.start]
            line = stream.count("\n", 0, problem.start) + 1
            raise ValueError(f"line {line} of the stream has {half!r}, which is no character") from problem
        return str(file)

    def _known(self, name):
        """A preset's name or a file's, as the process finds it."""
        return None if name is None else self._here(name)

    def _here(self, file):
        """A file by a name that the process finds, which stays where it was started."""
        name = os.fspath(file)
        return os.path.abspath(name) if os.getcwd() != self._folder and os.path.exists(name) else name


def _changed(method, given, overrides):
    """Keys of the device and their values, or None."""
    if given is not None and not (isinstance(given, dict) and all(isinstance(key, str) for key in given)):
        raise TypeError(f"{method}() takes a dictionary of keys for set, such as {{'caches.l2.size': '2MiB'}}, not {given!r}")
    changed = dict(given or {})
    for key, value in overrides.items():
        if "__" not in key and "." not in key:
            raise TypeError(f"{method}() has no option {key!r}; a key of the device is spelled like caches__l2__size")
        changed[key.replace("__", ".")] = value
    return changed or None


def _further(method, options):
    if options is None:
        return {}
    if not isinstance(options, dict) or not all(isinstance(name, str) for name in options):
        raise TypeError(f"{method}() takes options as a dictionary of names, such as {{'analyze': True}}, not {options!r}")
    return options


def _words(given):
    if given is None:
        return launcher()
    return [os.fspath(given)] if isinstance(given, (str, os.PathLike)) else list(given)


def _several(values):
    one = values is None or isinstance(values, (str, bytes, os.PathLike, dict)) or not hasattr(values, "__iter__")
    return [values] if one else list(values)


def _refuse_twice(name, values):
    texts = [str(value) for value in values]
    for text in texts:
        if texts.count(text) > 1:
            raise TypeError(f"sweep() got {text!r} twice for {name!r} in vary: leave one out")


def _name(stream):
    if isinstance(stream, os.PathLike):
        return os.fspath(stream)
    return stream if isinstance(stream, str) and not _is_text(stream) else "text"


def _is_text(stream):
    """Whether it is a stream itself and no name of one: ``json.dumps`` writes one line."""
    return isinstance(stream, str) and ("\n" in stream or stream.lstrip().startswith("{"))


def _params(arguments, options):
    return {
        "arguments": [os.fspath(argument) for argument in arguments],
        "options": {
            name.replace("_", "-"): os.fspath(value) if isinstance(value, os.PathLike) else value
            for name, value in options.items()
            if value is not None and value is not False
        },
    }
