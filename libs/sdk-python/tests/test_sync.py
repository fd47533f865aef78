"""Lists in pages, the change stream, and the file of a consumer."""

from __future__ import annotations

import inspect
import json
import os
import stat
import tempfile
import threading
import typing
import unittest
from typing import Any, Dict, List, Optional
from unittest import mock

import hrev
from hrev import FileStore, Hrev, errors, types
# pyright: reportPrivateUsage=false
from hrev._generated import resources, v2_webhooks, v3
from hrev._sync import SyncChange
from scripted_server import Answer, Script, ScriptedServer


def sorted_query(url: str) -> str:
    path, _, query = url.partition("?")
    return f"{path}?{'&'.join(sorted(query.split('&')))}"


class ServerCase(unittest.TestCase):
    server: ScriptedServer
    hrev: Hrev

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = ScriptedServer()
        cls.hrev = Hrev(cls.server.address, "hrev_test", max_retries=0)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.server.stop()

    @property
    def urls(self) -> List[str]:
        return [sorted_query(request.url) for request in self.server.requests]


class ListAll(ServerCase):
    @staticmethod
    def page(offset: int, ids: List[int], has_next: bool) -> Answer:
        data = [{"id": one} for one in ids]
        return Answer(200, {"data": data, "total": 5, "limit": 2, "offset": offset, "has_next": has_next})

    def test_yields_the_items_of_all_pages(self) -> None:
        self.server.answers(self.page(0, [1, 2], True), self.page(2, [3, 4], True), self.page(4, [5], False))
        self.assertEqual([item["id"] for item in self.hrev.objects.list_all(limit=2, search="x")], [1, 2, 3, 4, 5])
        self.assertEqual(self.urls, [f"/v3/objects?limit=2&offset={offset}&search=x" for offset in (0, 2, 4)])

    def test_reads_no_page_that_is_not_asked_for(self) -> None:
        self.server.answers(self.page(0, [1, 2], True))
        for item in self.hrev.objects.list_all(limit=2):
            if item["id"] == 2:
                break
        self.assertEqual(len(self.urls), 1)

    def test_begins_at_an_offset_and_ends_at_an_empty_page(self) -> None:
        self.server.answers(self.page(3, [4, 5], True), self.page(5, [], True))
        self.assertEqual([item["id"] for item in self.hrev.objects.list_all(offset=3)], [4, 5])
        self.assertEqual(self.urls, ["/v3/objects?offset=3", "/v3/objects?offset=5"])


INVALID = Answer(400, {"detail": "No", "code": "invalid_cursor"})
MISMATCH = Answer(400, {"detail": "No", "code": "cursor_mismatch"})


def changes(ids: List[int], cursor: str, has_next: bool) -> Answer:
    data = [{"op": "upsert", "review_id": one, "reason": None, "review": {"id": one}} for one in ids]
    return Answer(200, {"data": data, "next_cursor": cursor, "has_next": has_next})


class RecordedStore:
    """Records in `events` what happens."""

    def __init__(self, cursor: Optional[str], events: List[str]) -> None:
        self._cursor = cursor
        self._events = events

    def load(self) -> Optional[str]:
        return self._cursor

    def save(self, cursor: str) -> None:
        self._events.append(f"save {cursor}")


def named(change: SyncChange) -> str:
    return "reset" if change["op"] == "reset" else f"{change['op']} {change['review_id']}"


class Sync(ServerCase):
    def consumed(self, cursor: Optional[str], stop_at: Optional[int] = None) -> List[str]:
        events: List[str] = []
        for change in self.hrev.reviews.sync(object_id=7, store=RecordedStore(cursor, events)):
            events.append(named(change))
            if stop_at is not None and len(events) >= stop_at:
                break
        return events

    def check(self, cursor: Optional[str], script: List[Script], events: List[str], urls: List[str]) -> None:
        self.server.answers(*script)
        self.assertEqual(self.consumed(cursor), events)
        self.assertEqual([url.replace("/v3/reviews/sync?", "") for url in self.urls], urls)

    def test_saves_the_cursor_of_a_page_after_its_last_change(self) -> None:
        script: List[Script] = [changes([1, 2], "a", True), changes([3], "b", False)]
        events = ["upsert 1", "upsert 2", "save a", "upsert 3", "save b"]
        self.check(None, script, events, ["object_id=7", "cursor=a&object_id=7"])

    def test_continues_after_the_saved_cursor(self) -> None:
        self.check("a", [changes([3], "b", False)], ["upsert 3", "save b"], ["cursor=a&object_id=7"])

    def test_saves_nothing_if_the_consumer_leaves_a_page(self) -> None:
        for stop_at in (1, 2):
            self.server.answers(changes([1, 2], "a", True))
            self.assertEqual(len(self.consumed(None, stop_at)), stop_at)

    def test_does_not_save_an_unchanged_cursor(self) -> None:
        self.check("a", [changes([], "a", False)], [], ["cursor=a&object_id=7"])

    def test_begins_again_with_a_reset(self) -> None:
        script: List[Script] = [INVALID, changes([1], "b", False)]
        self.check("old", script, ["reset", "upsert 1", "save b"], ["cursor=old&object_id=7", "object_id=7"])
        self.server.answers(INVALID, changes([], "b", False))
        self.assertEqual(self.consumed("old"), ["reset", "save b"])
        self.server.answers(changes([1], "a", True), INVALID, changes([2], "b", False))
        self.assertEqual(self.consumed(None), ["upsert 1", "save a", "reset", "upsert 2", "save b"])

    def test_ends_with_the_error_if_each_new_stream_becomes_invalid(self) -> None:
        self.server.answers(*[changes([1], "a", True), INVALID] * 5)
        with self.assertRaises(errors.InvalidCursorError):
            self.consumed(None)
        self.assertEqual(len(self.urls), 8)

    def test_raises_cursor_mismatch(self) -> None:
        self.server.answers(MISMATCH)
        with self.assertRaises(errors.CursorMismatchError):
            self.consumed("other")

    def test_with_poll_seconds_reads_again_until_it_is_stopped(self) -> None:
        self.server.answers(changes([1], "a", False), changes([2, 3], "b", False))
        stop = threading.Event()
        seen: List[str] = []
        for change in self.hrev.reviews.sync(object_id=7, poll_seconds=0.001, stop=stop, store=RecordedStore(None, seen)):
            seen.append(named(change))
            if "upsert 2" in seen:
                stop.set()
        # The page in work is done and saved.
        self.assertEqual(seen, ["upsert 1", "save a", "upsert 2", "upsert 3", "save b"])

    def test_pages_have_changes_and_cursor_and_save_nothing(self) -> None:
        self.server.answers(INVALID, changes([1], "a", True), changes([2], "b", False))
        pages = list(self.hrev.reviews.sync_pages(folder_id=3, cursor="old"))
        found = [(len(page.changes), page.cursor, page.is_reset, page.has_next) for page in pages]
        self.assertEqual(found, [(1, "a", True, True), (1, "b", False, False)])

    def test_have_the_parameters_of_their_requests(self) -> None:
        selection = set(inspect.signature(self.hrev.reviews.sync_page).parameters)
        more = {"poll_seconds", "stop"}
        self.assertEqual(set(inspect.signature(self.hrev.reviews.sync_pages).parameters), selection | more)
        expected = selection - {"cursor"} | more | {"store"}
        self.assertEqual(set(inspect.signature(self.hrev.reviews.sync).parameters), expected)


Counts = Dict[str, Any]


class Stores(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def store(self, name: str) -> FileStore[Counts]:
        return FileStore(os.path.join(self.folder, name), lambda: {"seen": []})

    def write(self, name: str, text: str) -> None:
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def test_restore_state_and_cursor_together(self) -> None:
        first = self.store("a.json")
        self.assertIsNone(first.load())
        first.state["seen"].append(1)
        first.save("c1")
        first.state["seen"].append(2)
        # What was not saved is dropped, in the same object too.
        self.assertEqual((first.load(), first.state), ("c1", {"seen": [1]}))
        second = self.store("a.json")
        self.assertEqual((second.load(), second.state), ("c1", {"seen": [1]}))
        self.assertEqual(os.listdir(self.folder), ["a.json"])
        if os.name != "nt":
            self.assertEqual(os.stat(os.path.join(self.folder, "a.json")).st_mode & 0o777, 0o600)

    def test_ignore_the_rest_of_an_interrupted_save(self) -> None:
        self.store("b.json").save("c1")
        self.write("b.json.tmp", '{"cursor":"c2","sta')
        after = self.store("b.json")
        self.assertEqual(after.load(), "c1")
        after.save("c3")
        with open(os.path.join(self.folder, "b.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file), {"cursor": "c3", "state": {"seen": []}})

    def test_replace_the_file_when_the_new_one_is_on_the_disk(self) -> None:
        steps: List[str] = []
        sync, replace = os.fsync, os.replace

        def seen_sync(handle: int) -> None:
            status = os.fstat(handle)
            steps.append("sync folder" if stat.S_ISDIR(status.st_mode) else f"sync {status.st_size} bytes")
            sync(handle)

        def seen_replace(source: str, target: str) -> None:
            steps.append("replace")
            replace(source, target)

        with mock.patch("os.fsync", seen_sync), mock.patch("os.replace", seen_replace):
            self.store("e.json").save("c1")
        size = os.stat(os.path.join(self.folder, "e.json")).st_size
        self.assertEqual(steps, [f"sync {size} bytes", "replace", "sync folder"])

    def test_keep_the_earlier_file_if_a_save_fails(self) -> None:
        for step in ("os.fsync", "os.replace"):
            with self.subTest(step):
                first = self.store("f.json")
                first.save("c1")
                first.state["seen"].append(1)
                with mock.patch(step, side_effect=OSError("disk")), self.assertRaises(OSError):
                    first.save("c2")
                second = self.store("f.json")
                self.assertEqual((second.load(), second.state), ("c1", {"seen": []}))

    def test_refuse_a_file_of_something_else(self) -> None:
        for text in ["text", "[]", '{"cursor": 7, "state": {}}', '{"cursor": "c"}', ""]:
            with self.subTest(text):
                self.write("c.json", text)
                with self.assertRaisesRegex(ValueError, "c.json"):
                    self.store("c.json").load()

    def test_refuse_a_state_that_would_be_read_differently(self) -> None:
        circular: Dict[str, Any] = {}
        circular["self"] = circular
        for state in [{7: 1}, {"a": (1, 2)}, {"a": float("nan")}, {"a": {1, 2}}, circular]:
            with self.subTest(repr(state)):
                kept = self.store("d.json")
                kept.save("c1")
                kept.state = state  # type: ignore[assignment]
                with self.assertRaises((TypeError, ValueError)):
                    kept.save("c2")
                self.assertEqual(kept.load(), "c1")


class Types(unittest.TestCase):
    def test_resolve_at_run_time(self) -> None:
        for module in (v3, v2_webhooks):
            for name in module.__all__:
                self.assertTrue(typing.get_type_hints(getattr(module, name)), name)
        for resource in vars(Hrev("http://localhost", "hrev_x")).values():
            for name, method in inspect.getmembers(resource, inspect.ismethod):
                with self.subTest(f"{type(resource).__name__}.{name}"):
                    names = {**vars(resources), **vars(inspect.getmodule(method))}
                    self.assertIn("return", typing.get_type_hints(method.__func__, names))
        self.assertIs(types.Review, v3.Review)

    def test_all_public_names_exist(self) -> None:
        for name in hrev.__all__:
            self.assertTrue(hasattr(hrev, name), name)


if __name__ == "__main__":
    unittest.main()
