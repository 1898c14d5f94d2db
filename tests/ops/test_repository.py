"""The files around the code: what a newcomer, a host and the build machine rely on."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from bot.config import SETTINGS, read_env_file

from .conftest import ROOT

PINNED = re.compile(r"^([\w.-]+)(?:\[[\w,-]+\])?==(\S+)( ; [^\\]*)? \\$", re.MULTILINE)


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def tracked() -> list[Path]:
    if not shutil.which("git") or not (ROOT / ".git").exists():
        pytest.skip("not a git clone")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    return [ROOT / name for name in listed.decode().split("\0") if name and (ROOT / name).is_file()]


def pyproject() -> dict[str, dict[str, object]]:
    return tomllib.loads(read("pyproject.toml"))


def named(requirement: str) -> str:
    """The library's name in a requirement, as lock files write it."""
    found = re.match(r"[\w.-]+", requirement)
    assert found
    return re.sub(r"[-_.]+", "-", found.group()).lower()


# -- what is in the repository
def test_no_tracked_file_names_a_machine_or_a_registry() -> None:
    """Put together from pieces, so that this file does not name them either."""
    hosts = ("pypi" + ".org", "python" + "hosted", "registry" + ".npm", "deb" + ".debian")
    folders = ("/ro" + "ot/", "/wo" + "rk/", "/ho" + "me/", "/Us" + "ers/", "/op" + "t/pypi")
    wrong = re.compile("|".join(map(re.escape, hosts + folders)))
    found = []
    for file in tracked():
        try:
            lines = file.read_text("utf-8").splitlines()
        except UnicodeDecodeError:
            continue  # a picture or a font
        found += [f"{file.relative_to(ROOT)}:{n}: {line[:80]}" for n, line in enumerate(lines, 1) if wrong.search(line)]
    assert found == []


def test_no_secret_and_no_data_is_tracked() -> None:
    token = re.compile(r"[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}")
    for file in tracked():
        assert file.name != ".env"
        assert file.suffix not in (".db", ".db-wal", ".pyc", ".log")
        if file.suffix in (".py", ".md", ".toml", ".yaml", ".example", ".json", ".js", ".html", ""):
            assert not token.search(file.read_text("utf-8")), file


def test_large_files_stay_out() -> None:
    assert [str(f) for f in tracked() if f.stat().st_size > 4 * 2**20] == []


# -- libraries
@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-run.lock"])
def test_every_library_is_pinned_by_hash(lock: str) -> None:
    text = read(lock)
    assert "://" not in text
    blocks = re.split(r"^(?=[\w])", text, flags=re.MULTILINE)
    blocks = [block for block in blocks if re.match(r"[\w]", block)]
    assert len(blocks) == len(PINNED.findall(text))
    assert all("--hash=sha256:" in block for block in blocks)


def test_the_locks_cover_what_pyproject_asks_for() -> None:
    project = pyproject()["project"]
    runs = {named(str(requirement)) for requirement in project["dependencies"]}  # type: ignore[attr-defined]
    extras = {
        named(str(requirement))
        for group in project["optional-dependencies"].values()  # type: ignore[attr-defined]
        for requirement in group
    }
    everything = {name: version for name, version, _ in PINNED.findall(read("requirements.lock"))}
    running = {name: version for name, version, _ in PINNED.findall(read("requirements-run.lock"))}
    assert runs | extras <= everything.keys()
    assert runs <= running.keys()
    assert {name: everything[name] for name in running} == running
    assert not {"pytest", "mypy", "ruff", "simcord"} & running.keys()


def test_imports_have_their_contracts() -> None:
    contracts = pyproject()["tool"]["importlinter"]["contracts"]  # type: ignore[index,call-overload]
    layers = next(contract for contract in contracts if contract["type"] == "layers")
    assert layers["layers"] == ["bot", "render | storage", "engine"]
    pure = next(c for c in contracts if c["type"] == "forbidden" and c["source_modules"] == ["engine"])
    assert {"discord", "PIL", "sqlalchemy", "asyncio", "aiohttp"} <= set(pure["forbidden_modules"])


# -- the commands
def make(folder: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    if not shutil.which("make"):
        pytest.skip("make is not installed")
    inner = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "JOBS", "ARGS", "PYTHON")
    env = {name: value for name, value in os.environ.items() if name not in inner} | environ
    return subprocess.run(
        ["make", *arguments], cwd=folder, env=env, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize("target", ["setup", "play", "test", "lint", "lock", "fuzz", "bench"])
def test_every_command_is_there(target: str) -> None:
    done = make(ROOT, "--dry-run", target)
    assert done.returncode == 0, done.stderr
    assert f"make {target}" in make(ROOT, "help").stdout or target == "lint"


def test_tests_come_after_the_linters_and_print_their_summary_last() -> None:
    steps = make(ROOT, "--dry-run", "test").stdout.splitlines()
    order = [next(n for n, step in enumerate(steps) if tool in step) for tool in ("ruff", "mypy", "lint-imports", "pytest")]
    assert order == sorted(order)
    assert order[-1] == len(steps) - 1


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """As much of the project as setting up needs."""
    (tmp_path / "tools").mkdir()
    for name in ("Makefile", "tools/setup"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "requirements.lock").write_text("no-such-library-anywhere==1.0 --hash=sha256:" + "0" * 64 + "\n")
    return tmp_path


def fake_python(folder: Path, body: str) -> str:
    file = folder / "fake-python"
    file.write_text(f"#!/bin/sh\n{body}\n")
    file.chmod(0o755)
    return str(file)


def test_an_old_python_is_named_with_what_to_do(clone: Path) -> None:
    done = make(clone, "setup", PYTHON=fake_python(clone, 'case "$1" in --version) echo Python 3.9.2;; *) exit 1;; esac'))
    assert done.returncode != 0
    assert "needs Python 3.11 or newer; here is: Python 3.9.2." in done.stderr
    assert "make setup PYTHON=" in done.stderr
    assert not (clone / ".venv").exists()


def test_a_python_without_venv_is_named_with_what_to_do(clone: Path) -> None:
    python = fake_python(clone, 'case "$2" in *venv*) exit 1;; esac; [ "$1" = --version ] && echo Python 3.11.9; exit 0')
    done = make(clone, "setup", PYTHON=python)
    assert done.returncode != 0
    assert "apt-get install python3-venv" in done.stderr


def test_a_failed_installation_is_said_and_tried_again(clone: Path) -> None:
    """The second run must not take the half-made folder for a whole one."""
    offline = {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": ""}
    for _ in range(2):
        done = make(clone, "setup", **offline)
        assert done.returncode != 0
        assert "no-such-library-anywhere" in done.stderr
        assert "run the same command again" in done.stderr
    (clone / "requirements.lock").write_text("")
    assert make(clone, "setup", **offline).returncode == 0
    again = make(clone, "setup", **offline)
    assert (again.returncode, again.stdout) == (0, "")


@pytest.mark.parametrize("script", [".ci/run", "tools/setup", "tools/lock", "tools/play"])
def test_scripts_can_be_run(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)
    shell = read(script).splitlines()[0].split()[-1].rpartition("/")[2]
    assert subprocess.run([shell, "-n", str(ROOT / script)], check=False).returncode == 0


def test_the_build_machine_runs_the_same_tests_and_keeps_their_exit_code() -> None:
    lines = read(".ci/run").splitlines()
    assert "set -euo pipefail" in lines
    assert lines[-1] == "make test"


# -- the container
def test_the_image_is_small_safe_and_complete() -> None:
    text = read("Dockerfile")
    for source in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE):
        for name in source.split():
            assert (ROOT / name).exists(), name
            assert re.search(rf"^!{re.escape(name)}/?$", read(".dockerignore"), re.MULTILINE), name
    for package in ("engine", "render", "storage", "bot"):
        assert f"COPY {package} ./{package}" in text
    last_stage = text[text.rindex("FROM ") :]
    assert re.search(r"^USER (?!root|0)\w+", last_stage, re.MULTILINE)
    assert last_stage.index("USER ") < last_stage.index("ENTRYPOINT")
    assert 'CMD ["python", "-m", "bot", "health"]' in last_stage
    assert "VOLUME /data" in last_stage
    assert "DATABASE_URL=sqlite:////data/postwalker.db" in last_stage
    assert "--require-hashes -r requirements-run.lock" in text
    assert "requirements.lock" not in text


def test_secrets_never_enter_the_image() -> None:
    lines = read(".dockerignore").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"  # all is out, but for what is named
    assert not any(rule.startswith("!") and "env" in rule for rule in rules)


def test_compose_keeps_the_data_and_comes_back_after_a_reboot() -> None:
    text = re.sub(r"\s*#.*", "", read("compose.yaml"))
    for line in (
        "    env_file: .env",
        "      - data:/data",
        "    restart: unless-stopped",
        "    stop_grace_period: 30s",
        "volumes:\n  data:",
    ):
        assert line in text
    assert "\t" not in text
    assert "PASSWORD" not in text


def test_the_settings_example_is_a_settings_file_that_names_the_real_settings() -> None:
    file = ROOT / ".env.example"
    assert [(name, value) for name, value, _ in read_env_file(file)] == [("DISCORD_TOKEN", "")]
    named = re.findall(r"^#? ?([A-Z_]+)=", file.read_text("utf-8"), re.MULTILINE)
    assert {name for name in SETTINGS if "DISCORD_API" not in name and "GATEWAY" not in name} == set(named)


# -- the words
@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_documents_name_files_and_commands_that_exist(document: str) -> None:
    text = read(document)
    for target in re.findall(r"`make (\w+)", text):
        assert f"\n{target}:" in read("Makefile"), target
    for link in re.findall(r"\]\((?!http|#)([^)#]+)\)", text):
        assert (ROOT / link).exists(), link
    for path in re.findall(r"`((?:bot|engine|render|storage|tests|tools)/[\w./-]*)`", text):
        assert (ROOT / path).exists(), path


def test_the_readme_says_what_it_must() -> None:
    text = read("README.md")
    for words in ("make play", "make test", "python -m bot doctor", "docker compose up -d", "unofficial", "not affiliated"):
        assert words.lower() in text.lower()
