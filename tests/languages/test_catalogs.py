"""The catalogs say everything that the code and the data files say, and nothing else."""

from __future__ import annotations

import re
import string

import pytest

from bot.languages import FOLDER, NAMES, known
from bot.languages.catalogs import BadCatalog, Entry, entries, read, written
from bot.languages.commands import LONGEST
from tests.languages.catalogs import LANGUAGES, present
from tests.languages.forms import found

HINT = "`make languages` writes what is new into the catalogs; then translate it there"


def parts(form: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(form) if name is not None}


def test_every_form_can_be_followed_back_to_the_literals_that_translators_see() -> None:
    faults = found()[1]
    assert not faults, "chosen in a way that extraction cannot follow:\n" + "\n".join(faults)


def test_the_search_for_forms_finds_them() -> None:
    """Were it blind, everything below would pass: some of each kind that it must find."""
    said = found()[0]
    assert "{figure} takes {amount} damage ({left} life left)" in said["engine"]  # a literal
    assert "{source}: {figures} obeys {side} for now" in said["engine"]  # chosen by a condition
    assert "The attacker wins by destroying all three cryptoliths, the defender if one stands after turn {turns}" in (
        said["engine"]  # of a table
    )
    assert "{figure} enters the bog on {at}: {roll}, it is stuck" in said["engine"]  # handed on by a helper's parameter
    assert "{figures} have not moved" in said["engine"]  # the other one of a pair
    assert "Deal the same amount of damage, at most 2, to the attacker." in said["cards"]
    assert {"attacker", "white", "planeswalker", "Zombie"} <= said["cards"].keys()
    assert "✔ Can be played now" in said["render"]
    assert "Which match (not needed in its thread)" in said["commands"]
    assert not {"own end", "gave up"} & {form for forms in said.values() for form in forms}


@pytest.mark.parametrize("tag", LANGUAGES)
def test_nothing_is_missing_and_nothing_is_left_over(tag: str) -> None:
    has = {name: {form for form in catalog if form} for name, catalog in present(tag).items()}
    wanted = {name: set(forms) for name, forms in found()[0].items()}
    missing = [f"{name}.po: {form}" for name in wanted for form in sorted(wanted[name] - has.get(name, set()))]
    over = [f"{name}.po: {form}" for name in has for form in sorted(has[name] - wanted.get(name, set()))]
    assert not missing, f"not in the catalogs ({HINT}):\n" + "\n".join(missing)
    assert not over, f"said by nobody ({HINT}):\n" + "\n".join(over)


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_form_is_translated_with_the_same_parts(tag: str) -> None:
    faults = []
    for name, catalog in present(tag).items():
        for entry in catalog.values():
            if not entry.form:
                continue
            if not entry.says or entry.fuzzy:
                faults.append(f"{name}.po, not translated yet: {entry.form}")
            elif parts(entry.form) != parts(entry.says):
                faults.append(f"{name}.po, other {{parts}}: {entry.form}\n    {entry.says}")
            elif entry.form[:1] == " " != entry.says[:1] or entry.form[-1:] == " " != entry.says[-1:]:
                faults.append(f"{name}.po, a space at an end is lost: {entry.form!r}")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("tag", LANGUAGES)
def test_commands_named_in_texts_are_the_same_commands(tag: str) -> None:
    """What stands in backticks is typed: a translation that names another command would send people astray."""
    faults = [
        f"{entry.form}\n    {entry.says}"
        for catalog in present(tag).values()
        for entry in catalog.values()
        if set(re.findall(r"`(/[\w ]+)", entry.form)) != set(re.findall(r"`(/[\w ]+)", entry.says))
    ]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("tag", LANGUAGES)
def test_what_commands_say_of_themselves_fits_into_what_discord_takes(tag: str) -> None:
    long = [says for form in found()[0]["commands"] if len(says := known(tag).forms[form]) > LONGEST]
    assert not long


@pytest.mark.parametrize("tag", LANGUAGES)
def test_no_form_has_two_translations(tag: str) -> None:
    forms = [form for catalog in present(tag).values() for form in catalog if form]
    assert len(forms) == len(set(forms))


def test_every_language_has_a_folder_and_every_folder_a_language() -> None:
    folders = {folder.name for folder in FOLDER.iterdir() if folder.is_dir() and list(folder.glob("*.po"))}
    assert folders == set(LANGUAGES) == set(NAMES) - {"en"}


# ---- the files --------------------------------------------------------------------------------------------------------
EXAMPLE = '''msgid ""
msgstr "Language: xx\\n"

# A note.
#: bot/somewhere.py
msgid "One"
msgstr "Eins"

#, fuzzy
msgid "Two \\"quoted\\""
msgstr "Zwei"

msgid ""
"Three\\n"
"lines"
msgstr ""
"Drei\\n"
"Zeilen"

msgid "Four"
msgstr ""
'''


def test_po_files_are_read_as_editors_write_them(tmp_path) -> None:
    assert entries(EXAMPLE) == [
        Entry("", "Language: xx\n"),
        Entry("One", "Eins", notes=(" A note.", ": bot/somewhere.py")),
        Entry('Two "quoted"', "Zwei", True, (", fuzzy",)),
        Entry("Three\nlines", "Drei\nZeilen"),
        Entry("Four", ""),
    ]
    file = tmp_path / "some.po"
    file.write_text(EXAMPLE, encoding="utf-8")
    assert read([file]) == {"One": "Eins", "Three\nlines": "Drei\nZeilen"}, "what is doubtful or empty stays English"


def test_what_is_written_is_read_again() -> None:
    made = [Entry("", "x: y\n"), Entry('a "b" \\ c\n\nd\t', "{n} é\n", True, (": x", ", fuzzy")), Entry("\n", "\\n")]
    assert entries(written(made)) == made


@pytest.mark.parametrize(
    ("wrong", "line"),
    [('msgid "a"\n', 1), ('msgid "a"\nmsgstr "b"\n\nstray\n', 4), ('msgid "a\nmsgstr "b"\n', 1), ('msgctxt "a"\n', 1)],
)
def test_a_file_that_is_not_understood_says_where(wrong: str, line: int) -> None:
    with pytest.raises(BadCatalog, match=f"some.po, line {line}"):
        entries(wrong, "some.po")
