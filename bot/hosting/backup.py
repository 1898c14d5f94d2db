"""``python -m bot backup`` and ``restore``: a copy of all matches, and back again, with the settings of .env."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from bot import health
from bot import holder as holders
from bot.config import Config
from storage import StorageError
from storage.backups import back_up, name_for, put_in_place

FOLDER = "backups"  # where copies go when neither a file nor a folder is named: beside the database


def backup(config: Config, file: Path | None) -> str:
    """Copy the database, also while the bot runs. Returns what to tell the host. Raises StorageError."""
    url = config.database_url
    if config.database_file and not config.database_file.exists():
        raise StorageError(f"There is no database {config.database_file} to back up.")
    if file is None or file.is_dir():
        beside = config.database_file.parent if config.database_file else Path()
        folder = file or config.backups or beside / FOLDER
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(f"The folder {folder} cannot be made: {error.strerror}. Name a file.") from error
        file = folder / name_for(url, time.time())
    asyncio.run(back_up(url, file))
    size = file.stat().st_size / 2**20
    return (
        f"All matches are in {file} ({size:.1f} MB). Keep it to yourself: it has everybody's hands in it. Put a copy on "
        f"another machine now and then.\nTo go back to it: stop the bot, then: python -m bot restore {file}"
    )


def restore(config: Config, file: Path, replace: bool) -> str:
    """Put a backup in place of the database. Returns what to tell the host. Raises StorageError, with nothing changed."""
    if health.check(config.health_file, time.time())[0]:
        raise StorageError("The bot is running. Stop it first (Docker: docker compose stop bot), then restore.")
    config.make_folders()
    aside = asyncio.run(put_in_place(config.database_url, file, time.time(), replace=replace, gone=holders.gone))
    kept = f" What was there before is in {aside}." if aside else ""
    return (
        f"{file} is in place.{kept} Start the bot: it goes on from the moment of the backup; moves made since then are to "
        "be made again, and a post or two may come twice."
    )
