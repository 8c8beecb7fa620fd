# SPDX-License-Identifier: Apache-2.0
"""Results as plain data, rows and DataFrames."""


class Result(dict):
    """What a command printed as JSON (``result.json`` of a run), as plain data.

    ``exit_code`` is that of the command line: 0 clean, 1 findings. ``messages`` are lines beside it.
    """

    def __init__(self, tree, exit_code=0, messages=()):
        super().__init__(tree)
        self.exit_code = exit_code
        self.messages = list(messages)

    @property
    def clean(self):
        """Whether there was nothing to complain about."""
        return self.exit_code == 0

    def rows(self, key):
        """A part (``"caches"``, ``"commands"``, ``"barriers"`` …) as flat dictionaries, one a row.

        What is inside of another object gets a name with dots (``stages.COPY.start``); of an object of objects, each
        is a row, with its name as ``name``. Lists stay as they are. A part that the run did not have has no rows.
        """
        if key not in self:
            raise KeyError(f"{key}: the result has {', '.join(self)}")
        part = self[key]
        if part is None or part == {}:
            return []
        if isinstance(part, dict):
            if part and all(isinstance(value, dict) for value in part.values()):
                return [{"name": name, **flat(value)} for name, value in part.items()]
            return [flat(part)]
        if isinstance(part, list):
            return [flat(row) if isinstance(row, dict) else {"value": row} for row in part]
        return [{"value": part}]

    def frame(self, key):
        """As :meth:`rows`, as a pandas DataFrame."""
        return frame(self.rows(key))


class Point(Result):
    """A run of a sweep, with the values that it was made with as ``settings``.

    ``error`` is the :class:`SluiceError` of a combination that was refused, None of others.
    """

    def __init__(self, result, settings, error=None):
        super().__init__(result, result.exit_code, result.messages)
        self.settings = settings
        self.error = error


def flat(tree, before=""):
    """A dictionary without dictionaries in it."""
    row = {}
    for name, value in tree.items():
        if isinstance(value, dict):
            row.update(flat(value, f"{before}{name}."))
        else:
            row[before + name] = value
    return row


def frame(rows):
    """Rows as a pandas DataFrame.

    Raises ImportError if there is no pandas: rows need none.
    """
    try:
        import pandas
    except ImportError as missing:
        raise ImportError("frames need pandas (pip install pandas); rows() gives the same as plain data") from missing
    return pandas.DataFrame(rows)
