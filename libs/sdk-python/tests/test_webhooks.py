"""The requests of docs/examples/webhook-vectors.json, which the service signs (`webhook-vectors.spec.ts`)."""

from __future__ import annotations

import email.message
import json
import os
import unittest
from typing import Any, Dict, List

from hrev import WebhookBody, WebhookVerificationError, verify_webhook

FILE = os.path.join(os.path.dirname(__file__), "../../../docs/examples/webhook-vectors.json")
with open(FILE, encoding="utf-8") as opened:
    VECTORS: List[Dict[str, Any]] = json.load(opened)["vectors"]
FIRST = VECTORS[0]


def verdict_of(vector: Dict[str, Any], **other: Any) -> str:
    request = {"body": vector["body"], "headers": vector["headers"], "secret": vector["secrets"], "now": vector["now"], **other}
    try:
        verify_webhook(**request)
        return "valid"
    except WebhookVerificationError as error:
        if error.reason not in str(error):
            raise
        return error.reason


class VerifyWebhook(unittest.TestCase):
    def test_vectors_in_the_forms_in_which_frameworks_pass_requests(self) -> None:
        self.assertGreater(len(VECTORS), 10)
        for vector in VECTORS:
            message = email.message.Message()
            for name, value in vector["headers"].items():
                message[name] = value
            pairs = [(name.lower().encode(), value.encode("latin-1")) for name, value in vector["headers"].items()]
            lists = {name: [value] for name, value in vector["headers"].items()}
            for headers in [vector["headers"], message, pairs, lists]:
                for body in [vector["body"], vector["body"].encode()]:
                    with self.subTest(vector["name"], headers=type(headers), body=type(body)):
                        self.assertEqual(verdict_of(vector, headers=headers, body=body), vector["verdict"])

    def test_the_tolerance_can_be_set(self) -> None:
        for age, verdict, tolerance in [(58, "timestamp_too_old", 1), (0, "valid", 2)]:
            now = FIRST["now"] + age
            self.assertEqual(verdict_of(FIRST, now=now, tolerance_seconds=tolerance), verdict)

    def test_a_tolerance_that_is_no_number_permits_nothing(self) -> None:
        self.assertEqual(verdict_of(FIRST, tolerance_seconds=float("nan")), "timestamp_too_old")

    def test_texts_that_are_not_well_formed_are_refused(self) -> None:
        for name in ["X-Hrev-Timestamp", "webhook-id"]:
            headers = {"webhook-timestamp": "1", "webhook-signature": "v1,AAAA", name: "\udc80", "X-Hrev-Signature": "sha256=00"}
            if name == "webhook-id":
                del headers["X-Hrev-Signature"]
            with self.subTest(name):
                self.assertIn(verdict_of(FIRST, headers=headers), ["invalid_timestamp", "no_matching_signature"])
        self.assertEqual(verdict_of(FIRST, body="\ud800"), "no_matching_signature")

    def test_without_now_the_clock_decides(self) -> None:
        self.assertRegex(verdict_of(FIRST, now=None), "^timestamp_")

    def test_returns_the_body_which_event_and_version_distinguish(self) -> None:
        lines = [
            described(verify_webhook(one["body"], one["headers"], one["secrets"], now=one["now"]))
            for one in VECTORS
            if one["verdict"] == "valid"
        ]
        self.assertEqual(set(lines), {"3 run", "2 run", "2 groups: 1", "3 reviews.new: 1", "3 replies.new: 1"})

    def test_a_secret_in_another_form_is_a_value_error(self) -> None:
        secret = FIRST["secrets"][0]
        for wrong in ["", "whsec_", "secret", "whsec_short", f"{secret}x", f"{secret}\n"]:
            with self.subTest(wrong), self.assertRaises(ValueError):
                verdict_of(FIRST, secret=wrong)

    def test_a_part_of_the_signature_does_not_suffice(self) -> None:
        signature = FIRST["headers"]["X-Hrev-Signature"].split("=")[1]
        for part in ["", signature[:2], signature[:62], f"{signature}00", f"{signature[:-1]}g", f"{signature}\n"]:
            headers = {**FIRST["headers"], "X-Hrev-Signature": f"sha256={part}"}
            with self.subTest(part):
                expected = "valid" if part.strip() == signature else "no_matching_signature"
                self.assertEqual(verdict_of(FIRST, headers=headers), expected)

    def test_a_timestamp_of_other_digits_is_none(self) -> None:
        for timestamp in ["١٢٣", "12\n", "1e9", "", "-1", "9" * 13]:
            headers = {**FIRST["headers"], "X-Hrev-Timestamp": timestamp}
            self.assertEqual(verdict_of(FIRST, headers=headers), "invalid_timestamp")


def described(body: WebhookBody) -> str:
    """Passes the type check only if the fields of each form are known where `event` and `schema_version` are compared."""
    if body["event"] == "scrape.run.finished":
        return f"{body['schema_version']} run{'?' if body['finished_at'] == '' else ''}"
    if body["schema_version"] == "2":
        return f"2 groups: {len(body['groups'])}"
    return f"{body['schema_version']} {body['event']}: {len(body['objects'])}"


if __name__ == "__main__":
    unittest.main()
