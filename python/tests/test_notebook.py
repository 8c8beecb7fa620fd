# SPDX-License-Identifier: Apache-2.0
"""Runs the cells of the notebooks in order, and compares what they print with what stands in them."""

import contextlib
import io
import json
import os
import pathlib
import unittest

NOTEBOOKS = pathlib.Path(__file__).resolve().parents[1] / "notebooks"


def source(cell):
    return "".join(cell["source"])


def printed(cell):
    return "".join("".join(out["text"]) for out in cell["outputs"] if out.get("name") == "stdout")


def execute(cells):
    """What each cell prints."""
    names = {}
    texts = []
    for cell in cells:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(source(cell), "cell", "exec"), names)
        texts.append(out.getvalue())
    return texts


class NotebookTest(unittest.TestCase):
    maxDiff = None

    def test_cells_print_what_stands_in_the_notebook(self):
        files = sorted(NOTEBOOKS.glob("*.ipynb"))
        self.assertTrue(files)
        for file in files:
            with self.subTest(file.name):
                notebook = json.loads(file.read_text(encoding="utf-8"))
                cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
                texts = execute(cells)
                if os.environ.get("RENEW"):
                    renew(file, notebook, cells, texts)
                self.assertEqual([printed(cell) for cell in cells], texts)


def renew(file, notebook, cells, texts):
    """Puts what is printed now into the notebook, where RENEW is set."""
    for count, (cell, text) in enumerate(zip(cells, texts), 1):
        cell["execution_count"] = count
        cell["outputs"] = (
            [{"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)}] if text else []
        )
    file.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    unittest.main()
