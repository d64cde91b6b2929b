#!/usr/bin/env python3
"""Finishes the site that mdBook has built: finish.py FOLDER.

Korean pages get their language, and Korean words go into the search index, from which mdBook leaves out what has no Latin letter.
Then every link and anchor of every page is looked up: one that leads nowhere is an error.
"""

import html.parser
import json
import pathlib
import re
import sys
import urllib.parse

WORD = re.compile("[0-9A-Za-z_]*[\uac00-\ud7a3][0-9A-Za-z_\uac00-\ud7a3]*")


def set_language(page):
    text = page.read_text("utf-8")
    page.write_text(text.replace('<html lang="en"', '<html lang="ko"', 1), "utf-8")


def add_word(root, word, document, frequency):
    """Adds a word to a trie of elasticlunr: a node has a key for each letter, documents, and their number."""
    node = root
    for letter in word:
        node = node.setdefault(letter, {"docs": {}, "df": 0})
    if document not in node["docs"]:
        node["df"] += 1
    node["docs"][document] = {"tf": frequency}


def index_korean(script):
    """Adds Korean words to the index. Returns their number."""
    text = script.read_text("utf-8")
    start, end = text.index("JSON.parse('") + len("JSON.parse('"), text.rindex("')")
    data = json.loads(re.sub(r"\\(['\\])", r"\1", text[start:end]))
    index = data["index"]
    # Drop the trimmer: it removes non-Latin letters from the words of a query.
    index["pipeline"] = [step for step in index["pipeline"] if step != "trimmer"]
    number = 0
    for key, document in index["documentStore"]["docs"].items():
        for field, trie in index["index"].items():
            words = WORD.findall(document.get(field, "").lower())
            for word in sorted(set(words)):
                add_word(trie["root"], word, key, words.count(word) ** 0.5)
                number += 1
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    body = body.replace("\\", "\\\\").replace("'", "\\'")
    script.write_text(text[:start] + body + text[end:], "utf-8")
    return number


class Page(html.parser.HTMLParser):
    """The anchors of a page and the addresses that it names."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.addresses = set(), []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name") and value:
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.addresses.append(value)


def broken_links(folder):
    pages = {path.resolve(): Page(path) for path in folder.rglob("*.html")}
    for path, page in sorted(pages.items()):
        for address in page.addresses:
            parts = urllib.parse.urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            anchor = urllib.parse.unquote(parts.fragment)
            if not target.exists():
                yield f"{path.relative_to(folder.resolve())}: {address}: no such file"
            elif anchor and target in pages and anchor not in pages[target].anchors:
                yield f"{path.relative_to(folder.resolve())}: {address}: no such heading"


def main():
    folder = pathlib.Path(sys.argv[1])
    for page in folder.rglob("*.ko.html"):
        set_language(page)
    (script,) = folder.glob("searchindex*.js")
    words = index_korean(script)
    broken = list(broken_links(folder))
    for line in broken:
        print(line, file=sys.stderr)
    if broken or not words:
        sys.exit(f"{len(broken)} broken links; {words} Korean words in the index")
    print(f"{len(list(folder.rglob('*.html')))} pages, no broken link, {words} Korean words in the index")


main()
