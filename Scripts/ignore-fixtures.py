#!/usr/bin/env python3
"""Writes trees with random ignore files, and what git ignores in them, for the tests of `predicate lint`.

    Scripts/ignore-fixtures.py

It needs git 2.42 or later: older ones read `a**/b` like `a*/**/b`; such patterns are left out where git is older. It writes
Tests/Command/PredicateCommandTests/Fixtures/ignored.json: rows with the ignore files by their paths, all files, and those that
`git ls-files --others --exclude-standard` lists. In some rows `home` has the files of the user's home by their paths.
"""

import json
import os
import random
import re
import subprocess
import tempfile
from pathlib import Path

OUTPUT = Path(__file__).resolve().parent.parent / "Tests/Command/PredicateCommandTests/Fixtures/ignored.json"
NAMES = ["a", "b", "ab", "abc", "a.b", "foo", "bar", "x y", "é", "A", "a1", "[x]", "#c", "!d", "a\\b", "trail "]
PIECES = ["a", "b", "ab", "foo", "bar", "*", "*", "?", "**", "a*", "*b", "*.b", "[ab]", "[!a]", "[^a]", "[a-c]*", "[]a]",
          "[a", "\\a", "\\*", "x y", "x\\ y", "é", "[[:alpha:]]*", "[[:digit:]]", "***", "[[:nope:]]", "a\\\\b", "\\[x\\]", "A",
          "[a-]", "??", "[\\a]*", "[a-\\c]"]
LINES = ["", "# comment", "\\#c", "\\!d", "!", "/", "//", "a ", "a\\ ", "trail\\ ", "trail", "  ", "\\", "a\\", "**/", "/**", "/*", "*",
         "!*/", "!*.b", "foo/**/bar", "**/foo", "a/**", "!a/b", "b\r"]


def pattern(rng):
    if rng.random() < 0.25:
        return rng.choice(LINES)
    text = "/".join(rng.choice(PIECES) for _ in range(rng.choice([1, 1, 1, 2, 2, 3])))
    text = rng.choice(["", "", "", "/", "!", "!/"]) + text + rng.choice(["", "", "", "/", " "])
    # Older versions of git match a literal beginning apart, so that `**` behind it counts as a component.
    return "a" if re.search(r"[^/!*]\*\*", text) else text


def tree(rng):
    folders = [""]
    for _ in range(rng.randint(2, 7)):
        folder = rng.choice(folders)
        if folder.count("/") < 4:
            folders.append(folder + rng.choice(NAMES) + "/")
    folders = sorted(set(folders))
    files = {folder + rng.choice(NAMES) for folder in folders for _ in range(rng.randint(1, 5))}
    files = {file for file in files if file + "/" not in folders}
    ignores = {}
    for folder in folders:
        if folder == "" or rng.random() < 0.3:
            text = "\n".join(pattern(rng) for _ in range(rng.randint(1, 5)))
            ignores[folder + ".gitignore"] = text + rng.choice(["", "\n"])
    return ignores, sorted(files)


def home(rng):
    """The files of a home that ignore something in all repositories."""
    text = "\n".join(pattern(rng) for _ in range(rng.randint(1, 4))) + "\n"
    other = "\n".join(pattern(rng) for _ in range(rng.randint(1, 4))) + "\n"
    return rng.choice([
        {".config/git/ignore": text},
        {".config/git/ignore": other, ".gitconfig": "[core]\n\texcludesFile = ~/mine # all\n", "mine": text},
        {".config/git/ignore": other, ".config/git/config": "[CORE] ExcludesFile = \"~/m i\\\"n;e\" ; x\n", "m i\"n;e": text},
        {".config/git/config": "[core]\nexcludesfile = ~/other\n[user]\nexcludesfile=~/x\n", "other": other, "x": other,
         ".gitconfig": "[core \"a\"]\nexcludesfile = ~/x\n[core]\nexcludesfile = ~/\\\nmine   \n", "mine": text},
        {".config/git/ignore": text, ".gitconfig": "[core]\n\texcludesFile =\n"},
    ])


def write(folder, files):
    for name, text in files.items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def listed(ignores, files, user=None):
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as user_folder:
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("GIT_") and name != "XDG_CONFIG_HOME"}
        environment |= {"GIT_CONFIG_NOSYSTEM": "1", "HOME": user_folder}
        subprocess.run(["git", "init", "-q", folder], check=True, env=environment)
        write(user_folder, user or {".gitconfig": "[core]\nexcludesFile = /dev/null\n"})
        write(folder, {**ignores, **{file: "" for file in files}})
        output = subprocess.run(
            ["git", "ls-files", "-z", "--others", "--exclude-standard"], cwd=folder, check=True, capture_output=True,
            env=environment).stdout
        names = [name.decode() for name in output.split(b"\0") if name]
        return sorted(name for name in names if not name.endswith(".gitignore"))


def main():
    rng = random.Random(17)
    rows = []
    while len(rows) < 300:
        ignores, files = tree(rng)
        names = listed(ignores, files)
        # Most rows show something.
        if names != files and names or rng.random() < 0.1:
            rows.append({"ignores": ignores, "files": files, "listed": names})
    # What the user ignores everywhere, and in this copy of the repository, is weaker than `.gitignore`.
    rng = random.Random(23)
    while len(rows) < 400:
        ignores, files = tree(rng)
        if rng.random() < 0.6:
            ignores[".git/info/exclude"] = "\n".join(pattern(rng) for _ in range(rng.randint(1, 4))) + "\n"
        user = home(rng)
        names = listed(ignores, files, user)
        # The home makes a difference in most rows.
        if names != listed(ignores, files) or rng.random() < 0.1:
            rows.append({"ignores": ignores, "files": files, "listed": names, "home": user})
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    text = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    OUTPUT.write_text("[\n" + text + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
