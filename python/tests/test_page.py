# SPDX-License-Identifier: Apache-2.0
"""Runs the Python of docs/python.md."""

import contextlib
import io
import pathlib
import re
import unittest

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "python.md"


class PageTest(unittest.TestCase):
    def test_the_example_of_the_page_runs(self):
        examples = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
        self.assertTrue(examples)
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            for example in examples:
                exec(compile(example, str(PAGE), "exec"), {})
        self.assertRegex(out.getvalue(), r"^\d+ True\n(\w+ \d+ \d+\n)+$")


if __name__ == "__main__":
    unittest.main()
