"""The examples of docs/python.md run, and print what their comments say."""

import contextlib
import io
import pathlib
import re

import pytest

DOCS = pathlib.Path(__file__).parents[3] / "docs"


def examples(name):
    return re.findall(r"^```python\n(.*?)^```$", (DOCS / name).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("code", examples("python.md"))
def test_an_example_prints_what_it_says(code):
    with contextlib.redirect_stdout(io.StringIO()) as output:
        exec(compile(code, "docs/python.md", "exec"), {})
    printed = [line.strip() for line in output.getvalue().splitlines()]
    expected = re.findall(r"^ *print\(.*\) +# (?!for example)(.*)$", code, re.MULTILINE)
    assert [line for line in expected if line not in printed] == [], printed


def test_the_korean_document_has_the_same_examples():
    assert examples("python.ko.md") == examples("python.md")
