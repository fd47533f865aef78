"""Requests to a real server on loopback. Waits are recorded and not waited for."""

# pyright: reportPrivateUsage=false
from __future__ import annotations

import email.utils
import io
import shutil
import time
import unittest
from typing import Any, Callable, List, Optional, Tuple

from hrev import Hrev, HrevConnectionError, HrevError, HrevTimeoutError, RequestOptions, UnexpectedResponseError
from hrev import errors, types
from hrev._generated.errors import ERROR_CLASSES
from hrev._generated.resources import Resources
from hrev._request import at, query_of
from hrev._transport import Waiting, sender, settings_of
from scripted_server import Answer, Script, ScriptedServer, refusal

KEY = "hrev_test"
OK = Answer(200, {"data": []})
CREATED = Answer(201, {"id": 7})
BODY: types.CreateObjectBody = {"name": "Harbour Hotel"}
PAGE = Answer(200, "<html>", {"Content-Type": "text/html"})


class RequestCase(unittest.TestCase):
    server: ScriptedServer

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = ScriptedServer()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.server.stop()

    def setUp(self) -> None:
        self.waits: List[float] = []

    def client(
        self,
        base_url: Optional[str] = None,
        random: float = 0,
        timeout: float = 60,
        max_retries: int = 3,
    ) -> Resources:
        settings = settings_of(base_url or self.server.address, KEY, timeout, max_retries)
        return Resources(sender(settings, Waiting(self.waits.append, lambda: random)))


class Requests(RequestCase):
    def test_have_the_key_the_path_the_query_and_the_body(self) -> None:
        self.server.answers(Answer(200, {"id": 7}))
        renamed = self.client(f"{self.server.address}/proxy/").objects.update(7, {"name": "Häfen"})
        self.assertEqual(renamed, {"id": 7})
        self.client().reviews.list(source_ids=[1, 2], search="a&b", has_text=False)
        first, second = self.server.requests
        self.assertEqual((first.method, first.url, first.body), ("PUT", "/proxy/v3/objects/7", '{"name": "H\\u00e4fen"}'))
        self.assertEqual((first.headers["x-api-key"], first.headers["content-type"]), (KEY, "application/json"))
        path, query = second.url.split("?")
        expected = ["has_text=false", "search=a%26b", "source_ids=1", "source_ids=2"]
        self.assertEqual((path, sorted(query.split("&"))), ("/v3/reviews", expected))
        self.assertNotIn("content-type", second.headers)
        self.assertRegex(second.headers["user-agent"], r"^hrev-python/\d")

    def test_without_a_body_in_its_response_give_none(self) -> None:
        self.server.answers(Answer(204))
        self.assertIsNone(self.client().objects.delete(7))  # type: ignore[func-returns-value]

    def test_pass_headers_on_and_their_response(self) -> None:
        self.server.answers(Answer(200, {"pinned_count": 0}, {"ETag": '"b"'}))
        tags: List[Optional[str]] = []
        options = RequestOptions(headers={"If-Match": '"a"'}, on_response=lambda head: tags.append(head.headers.get("etag")))
        self.client().curation.replace_pinned_reviews(7, {"ordered_review_ids": []}, options=options)
        self.assertEqual((self.server.requests[0].headers["if-match"], tags), ('"a"', ['"b"']))

    def test_send_the_key_to_no_other_address(self) -> None:
        other = ScriptedServer()
        other.answers(OK)
        self.server.answers(Answer(307, "", {"Location": f"{other.address}/v3/objects"}))
        with self.assertRaises(UnexpectedResponseError):
            self.client().objects.list()
        self.assertEqual((other.requests, self.waits), ([], []))
        other.stop()


class Retries(RequestCase):
    TEMPORARY: List[Script] = [
        refusal(429, "rate_limited"),
        refusal(500, "internal_error"),
        refusal(503, "service_unavailable"),
        Answer(502, "<html>"),
        "cut",
    ]
    CALLS: List[Tuple[str, bool, Callable[[Resources], Any]]] = [
        ("GET", True, lambda hrev: hrev.objects.list()),
        ("PUT", True, lambda hrev: hrev.objects.update(7, {"name": "x"})),
        ("DELETE", True, lambda hrev: hrev.folders.delete(7)),
        ("POST with an Idempotency-Key", True, lambda hrev: hrev.objects.create(BODY)),
        ("POST without one", False, lambda hrev: hrev.webhooks.test(7, {})),
        ("PATCH", False, lambda hrev: hrev.folders.update(7, {"name": "x"})),
    ]

    def test_of_what_may_be_sent_twice(self) -> None:
        for answer in self.TEMPORARY:
            for name, is_repeated, send in self.CALLS:
                with self.subTest(name, answer=answer):
                    self.waits.clear()
                    self.server.answers(answer, OK)
                    try:
                        send(self.client())
                        outcome = True
                    except (HrevError, HrevConnectionError):
                        outcome = False
                    expected = (True, 2, 1) if is_repeated else (False, 1, 0)
                    self.assertEqual((outcome, len(self.server.requests), len(self.waits)), expected)

    def test_not_of_refusals(self) -> None:
        for status, code in [
            (400, "bad_request"),
            (401, "unauthorized"),
            (403, "forbidden"),
            (404, "not_found"),
            (409, "idempotency_conflict"),
            (422, "validation_error"),
        ]:
            with self.subTest(code):
                self.server.answers(refusal(status, code))
                with self.assertRaises(ERROR_CLASSES[code]) as caught:
                    self.client().objects.create(BODY)
                self.assertEqual((caught.exception.code, len(self.server.requests)), (code, 1))

    def test_wait_at_least_as_long_as_retry_after_says(self) -> None:
        for value, random, wait in [("7", 0, 7), ("7", 1, 7.7), ("0", 0, 0)]:
            with self.subTest(value, random=random):
                self.waits.clear()
                self.server.answers(refusal(429, "rate_limited", Retry_After=value), OK)
                self.client(random=random).objects.list()
                (waited,) = self.waits
                self.assertAlmostEqual(waited, wait)

    def test_understand_a_date_in_retry_after(self) -> None:
        date = email.utils.formatdate(time.time() + 30, usegmt=True)
        self.server.answers(refusal(503, "service_unavailable", Retry_After=date), OK)
        self.client().objects.list()
        self.assertTrue(20 < self.waits[0] <= 30, self.waits)

    def test_ignore_a_retry_after_that_is_neither(self) -> None:
        for value in ["soon", "-1", "1e3", "٣", "9" * 400]:
            with self.subTest(value):
                self.waits.clear()
                self.server.answers(Answer(503, "", {"Retry-After": value.encode().decode("latin-1")}), OK)
                self.client().objects.list()
                self.assertEqual(self.waits, [0.25])

    def test_do_not_wait_beyond_the_limit(self) -> None:
        self.server.answers(refusal(429, "rate_limited", Retry_After="61"))
        with self.assertRaises(errors.RateLimitedError) as caught:
            self.client().objects.list()
        self.assertEqual((caught.exception.retry_after, len(self.server.requests), self.waits), (61, 1, []))

    def test_double_their_waits_up_to_8_seconds(self) -> None:
        for random, expected in [(0, [0.25, 0.5, 1, 2, 4, 4]), (1, [0.5, 1, 2, 4, 8, 8])]:
            with self.subTest(random):
                self.waits.clear()
                self.server.answers("cut")
                with self.assertRaises(HrevConnectionError):
                    self.client(random=random, max_retries=6).objects.list()
                self.assertEqual((len(self.server.requests), self.waits), (7, expected))

    def test_end_with_the_last_error(self) -> None:
        self.server.answers(refusal(500, "internal_error"), refusal(503, "service_unavailable"))
        with self.assertRaises(errors.ServiceUnavailableError):
            self.client().objects.list(options=RequestOptions(max_retries=1))
        self.assertEqual(len(self.server.requests), 2)

    def test_share_one_idempotency_key(self) -> None:
        self.server.answers("cut", refusal(409, "idempotency_in_progress"), CREATED, CREATED)
        client = self.client()
        client.objects.create(BODY)
        client.links.create(7, {"url": "https://example.com/"})
        keys = [request.headers["idempotency-key"] for request in self.server.requests]
        self.assertRegex(keys[0], "^[0-9a-f]{32}$")
        self.assertEqual(len(set(keys[:3])), 1)
        self.assertNotEqual(keys[3], keys[0])

    def test_send_an_own_idempotency_key(self) -> None:
        self.server.answers(CREATED)
        self.client().objects.create(BODY, idempotency_key="order-1")
        self.assertEqual(self.server.requests[0].headers["idempotency-key"], "order-1")
        for wrong in ["", "two words", "a\n", "x" * 256]:
            with self.assertRaises(ValueError):
                self.client().objects.create(BODY, idempotency_key=wrong)


class Errors(RequestCase):
    def test_of_the_api_have_status_code_request_and_body(self) -> None:
        self.server.answers(refusal(404, "not_found"))
        with self.assertRaises(errors.NotFoundError) as caught:
            self.client().objects.get(7)
        error = caught.exception
        self.assertIsInstance(error, HrevError)
        self.assertEqual(str(error), "GET /v3/objects/7: No (404 not_found, request r1)")
        self.assertEqual((error.status, error.code, error.request_id, error.retry_after), (404, "not_found", "r1", None))
        self.assertEqual(error.details, {"detail": "No", "code": "not_found"})

    def test_with_a_code_of_a_newer_service_are_hrev_errors(self) -> None:
        self.server.answers(refusal(409, "of_tomorrow"))
        with self.assertRaises(HrevError) as caught:
            self.client().objects.get(7)
        self.assertEqual((type(caught.exception), caught.exception.code), (HrevError, "of_tomorrow"))

    def test_of_others_are_unexpected_responses(self) -> None:
        deep = "[" * 100_000
        for answer, details in [
            (Answer(403, "<html>"), "<html>"),
            (Answer(400, {"error": 1}), {"error": 1}),
            (Answer(200, "<html>"), "<html>"),
            (Answer(200, '{"total": NaN}'), '{"total": NaN}'),
            (Answer(200, deep), deep[:2_000]),
        ]:
            with self.subTest(answer):
                self.server.answers(answer)
                with self.assertRaises(UnexpectedResponseError) as caught:
                    self.client().objects.list()
                self.assertEqual((caught.exception.code, caught.exception.details), ("unexpected_response", details))

    def test_without_a_response_are_connection_errors(self) -> None:
        closed = ScriptedServer()
        closed.stop()
        with self.assertRaises(HrevConnectionError) as caught:
            self.client(closed.address, max_retries=0).objects.list()
        self.assertIn("refused", str(caught.exception))
        self.assertIsInstance(caught.exception.__cause__, OSError)

    def test_of_a_response_that_ends_early_are_connection_errors(self) -> None:
        for headers in [{}, {"Transfer-Encoding": "chunked"}]:
            self.server.answers(Answer(200, {"data": []}, headers, "cut"))
            with self.assertRaises(HrevConnectionError):
                self.client(max_retries=0).objects.list()

    def test_of_slow_attempts_are_time_outs(self) -> None:
        self.server.answers("silent", OK)
        self.client(timeout=0.2).objects.list()
        self.assertEqual(len(self.server.requests), 2)
        # `drip` sends a byte before each step would be too late: the limit is one of the whole response.
        for slow in ["silent", "drip", Answer(200, "{", {}, "silent")]:
            with self.subTest(slow):
                self.server.answers(slow)
                with self.assertRaises(HrevTimeoutError):
                    self.client().objects.list(options=RequestOptions(timeout=0.2, max_retries=0))


class Files(RequestCase):
    LINES = '{"id":1}\n{"id":2}\n'
    FILE = Answer(200, LINES, {"Content-Type": "application/x-ndjson; charset=utf-8", "ETag": '"export-7"'})

    def test_are_streams_of_bytes(self) -> None:
        tags: List[Optional[str]] = []
        options = RequestOptions(on_response=lambda head: tags.append(head.headers.get("ETag")))
        for headers in [{}, {"Transfer-Encoding": "chunked"}]:
            self.server.answers(Answer(200, self.LINES, {**self.FILE.headers, **headers}))
            target = io.BytesIO()
            with self.client().exports.download(7, options=options) as file:
                shutil.copyfileobj(file, target)
            self.assertEqual(target.getvalue().decode(), self.LINES)
        (request,) = self.server.requests
        self.assertEqual(request.url, "/v3/exports/7/file")
        self.assertEqual(request.headers["accept"], "text/csv, application/x-ndjson, application/json")
        self.assertEqual(tags, ['"export-7"', '"export-7"'])

    def test_are_read_line_by_line(self) -> None:
        self.server.answers(self.FILE)
        with self.client().exports.download(7) as file:
            self.assertEqual(list(file), [b'{"id":1}\n', b'{"id":2}\n'])

    def test_are_requested_again_before_their_first_byte(self) -> None:
        for answer in [refusal(429, "rate_limited"), refusal(503, "service_unavailable"), "cut"]:
            self.server.answers(answer, self.FILE)
            with self.client().exports.download(7) as file:
                self.assertEqual(file.read().decode(), self.LINES)

    def test_that_end_early_fail_after_what_was_received(self) -> None:
        for headers in [{}, {"Transfer-Encoding": "chunked"}]:
            with self.subTest(headers):
                self.server.answers(Answer(200, self.LINES, {**self.FILE.headers, **headers}, "cut"))
                with self.client().exports.download(7) as file:
                    self.assertEqual(file.readline(), b'{"id":1}\n')
                    with self.assertRaises(HrevConnectionError):
                        while file.read(1):
                            pass

    def test_that_stop_are_time_outs(self) -> None:
        self.server.answers(Answer(200, self.LINES, self.FILE.headers, "silent"))
        with self.client().exports.download(7, options=RequestOptions(timeout=0.2)) as file:
            with self.assertRaises(HrevTimeoutError):
                while file.read(1):
                    pass

    def test_in_another_form_are_errors(self) -> None:
        for answer, kind in [
            (refusal(409, "conflict"), errors.ConflictError),
            (refusal(416, "range_not_satisfiable"), errors.RangeNotSatisfiableError),
            (PAGE, UnexpectedResponseError),
            (OK, UnexpectedResponseError),
        ]:
            with self.subTest(answer):
                self.server.answers(answer)
                with self.assertRaises(kind):
                    self.client().exports.download(7)
                self.assertEqual(len(self.server.requests), 1)


class Settings(unittest.TestCase):
    def test_that_cannot_be_used_are_value_errors(self) -> None:
        for base_url, key in [
            ("localhost:4738", KEY),
            ("ftp://localhost", KEY),
            ("http://localhost/?a=1", KEY),
            ("http://localhost/#a", KEY),
            ("http://user:word@localhost", KEY),
            ("http://local host", KEY),
            ("http://", KEY),
            ("http://localhost:x", KEY),
            ("http://localhost", ""),
            ("http://localhost", "hrev_a\n"),
        ]:
            with self.subTest(base_url, key=key), self.assertRaises(ValueError):
                Hrev(base_url, key)
        with self.assertRaises(ValueError):
            Hrev("http://localhost", KEY, timeout=0)

    def test_paths_and_queries_encode_their_values(self) -> None:
        self.assertEqual(at("/v3/a/{}/b/{}", "x/y?{}", 7), "/v3/a/x%2Fy%3F%7B%7D/b/7")
        self.assertEqual(query_of({"a": None, "b": [], "c": "", "d": True}), "?c=&d=true")
        for wrong in ["", ".", ".."]:
            with self.assertRaises(ValueError):
                at("/v3/objects/{}", wrong)
        others: List[object] = [None, True, 1.5, {}]
        for other in others:
            with self.assertRaises(TypeError):
                at("/v3/objects/{}", other)  # type: ignore[arg-type]


if __name__ == "__main__":
    unittest.main()
