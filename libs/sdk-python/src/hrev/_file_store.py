"""A store that keeps the result of a consumer and its cursor together."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Dict, Generic, Optional, TypeVar, Union, cast

State = TypeVar("State")


class FileStore(Generic[State]):
    """Keeps the result of a consumer together with the cursor of `reviews.sync`, in one JSON file.

    `save` replaces the file as a whole: its content is always the state after some page, with the cursor of that page. So after a
    crash, also `kill -9` or a power failure, each change is applied to the state exactly once.

        store = FileStore[Dict[str, Optional[float]]]("reviews.json", dict)
        for change in hrev.reviews.sync(object_id=7, store=store):
            if change["op"] == "reset":
                store.state = {}
            elif change["op"] == "upsert":
                store.state[str(change["review_id"])] = change["review"]["rating"]
            else:
                store.state.pop(str(change["review_id"]), None)

    Each save writes the whole state: keep up to some ten thousand reviews in it, and use `reviews.sync_pages` with a database for
    more. Only what is in `state` is restored; one process at a time may use a file.

    file: The path. Beside it, a file with the same name and `.tmp` is written and renamed.
    initial: Returns the state where the file does not exist.
    """

    #: What the consumer changes, and `save` writes: values of JSON, so the keys of dictionaries are texts. `load` replaces it by the
    #: saved one.
    state: State

    def __init__(self, file: Union[str, "os.PathLike[str]"], initial: Callable[[], State]) -> None:
        self._file = os.fspath(file)
        self._initial = initial
        self.state = initial()

    def load(self) -> Optional[str]:
        """Reads state and cursor; None if the file does not exist. Raises ValueError for a file of something else."""
        try:
            with open(self._file, encoding="utf-8") as file:
                saved: Any = json.load(file)
        except FileNotFoundError:
            self.state = self._initial()
            return None
        except ValueError as error:
            raise ValueError(f"{self._file} cannot be read") from error
        content = cast(Dict[str, Any], saved) if isinstance(saved, dict) else {}
        cursor = content.get("cursor")
        if not isinstance(cursor, str) or "state" not in content:
            raise ValueError(f"{self._file} is not the file of a FileStore")
        self.state = content["state"]
        return cursor

    def save(self, cursor: str) -> None:
        """Writes state and cursor. When it returns they are on the disk. If it raises, the file has the earlier ones.

        Raises TypeError or ValueError for a state that JSON cannot keep: keys that are no texts, tuples, NaN. It would be another one
        after a crash.
        """
        text = json.dumps({"cursor": cursor, "state": self.state}, allow_nan=False)
        if json.loads(text)["state"] != self.state:
            raise TypeError("the state must consist of values of JSON: lists, and dictionaries whose keys are texts")
        written = f"{self._file}.tmp"
        with open(os.open(written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(written, self._file)
        _sync_folder(os.path.dirname(os.path.abspath(self._file)))


def _sync_folder(folder: str) -> None:
    """Makes a rename survive a power failure. Windows cannot open folders, and needs no such step."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
