#!/usr/bin/env python3
"""Finishes the page with the engine in it: finish.py FOLDER PROGRAM MOST.

The values of the page's template come from the page that PROGRAM serves. The service worker gets the names of all files and a hash
of them. The command prints the compressed size of the files that a browser loads before the first move, and fails if it exceeds
MOST bytes.
"""

import base64
import gzip
import hashlib
import pathlib
import re
import subprocess
import sys
import urllib.request

POLICY = (
    "default-src 'none'; script-src 'self' '{script}' 'wasm-unsafe-eval'; style-src '{style}'; img-src 'self' blob: data:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)

HEAD = """<meta http-equiv="content-security-policy" content="{policy}">
<meta name="referrer" content="no-referrer">
<link rel="manifest" href="manifest.webmanifest">
<link rel="apple-touch-icon" href="icon-180.png">
"""


def source(text):
    """The name of a script or a style in the page for a content security policy."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def taken(folder, name):
    """The text of a file, which leaves the folder."""
    path = folder / name
    text = path.read_text("utf-8")
    path.unlink()
    if re.search("</(script|style)|<!--", text):
        sys.exit(f"{name}: expected no tag that ends it in the page")
    return text


def served(program):
    """The page as the program serves it, with the scenes of the empty board: the page shows it while the engine loads."""
    server = subprocess.Popen([program, "web", "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        address = server.stdout.readline().strip()
        with urllib.request.urlopen(address) as answer:
            return answer.read().decode("utf-8")
    finally:
        server.kill()
        server.wait()


def main():
    folder, program = pathlib.Path(sys.argv[1]), sys.argv[2]
    page = folder / "index.html"
    text = page.read_text("utf-8")
    values = served(program)
    for tag in ("<html[^>]*>", "<body[^>]*>", '<script type="application/json"[^>]*>[^<]*</script>'):
        form = re.compile(tag)
        text = form.sub(lambda _, form=form: form.search(values)[0], text, count=1)
    # In one file they come together: over a slow connection each round trip counts.
    script, style = taken(folder, "main.js"), taken(folder, "style.css")
    text = re.sub(r'<link rel="stylesheet"[^>]*>\n|<script [^>]*></script>\n', "", text)
    head = HEAD.format(policy=POLICY.format(script=source(script), style=source(style)))
    text = text.replace('<meta charset="utf-8">\n', '<meta charset="utf-8">\n' + head, 1)
    text = text.replace("</head>\n", f"<style>{style}</style>\n</head>\n", 1)
    text = text.replace("</body>", f'<script type="module">{script}</script>\n</body>', 1)
    if "{{" in text or not all(part in text for part in (head, script, style)):
        sys.exit("index.html: expected a page with every value filled in")
    page.write_text(text, "utf-8")

    service = folder / "service.js"
    files = sorted(path for path in folder.iterdir() if path != service)
    kept = ", ".join(f'"{path.name}"' for path in files if path.suffix != ".wasm" and path.name != "index.html")
    version = hashlib.sha256(b"".join(path.name.encode() + path.read_bytes() for path in files)).hexdigest()[:16]
    text = service.read_text("utf-8").replace("{{version}}", version).replace('"{{files}}"', kept)
    service.write_text(text, "utf-8")

    # A system asks for the icons when the page goes to its home screen.
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in [*files, service] if path.suffix != ".png"}
    engines = [size for name, size in sizes.items() if name.endswith(".wasm")]
    first = sum(sizes.values()) - sum(engines) + max(engines)
    print(f"{first} bytes before the first move, compressed, of which {max(engines)} are the engine")
    if first > (most := int(sys.argv[3])):
        sys.exit(f"{folder}: expected at most {most} bytes before the first move, got {first}")


main()
