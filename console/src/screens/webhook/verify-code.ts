// cspell:ignore hashlib isdigit hexdigest bytesize strconv
import type { Language } from './search';

/** A function for each language: whether a request was sent by hrev. Journeys run those for which the machine has an interpreter. */
export const VERIFY_CODE: Readonly<Record<Language, string>> = {
  javascript: `import { createHmac, timingSafeEqual } from 'node:crypto';

// body: the bytes that arrived (a Buffer), before any parser.
export function isFromHrev(headers, body, secret) {
  const timestamp = headers['x-hrev-timestamp'] ?? '';
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const expected = createHmac('sha256', secret).update(timestamp + '.').update(body).digest();
  return (headers['x-hrev-signature'] ?? '').split(',').some((one) => {
    const given = Buffer.from(one.trim().replace(/^sha256=/, ''), 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
`,
  python: `import hashlib
import hmac
import time


# body: the bytes that arrived, before any parser. headers: names in lower case.
def is_from_hrev(headers, body, secret):
    timestamp = headers.get("x-hrev-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    expected = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    given = headers.get("x-hrev-signature", "").split(",")
    return any(hmac.compare_digest(one.strip().encode(), b"sha256=" + expected.encode()) for one in given)
`,
  php: `<?php
// $body: file_get_contents('php://input'). $headers: names in lower case.
function is_from_hrev(array $headers, string $body, string $secret): bool {
    $timestamp = $headers['x-hrev-timestamp'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $expected = 'sha256=' . hash_hmac('sha256', $timestamp . '.' . $body, $secret);
    foreach (explode(',', $headers['x-hrev-signature'] ?? '') as $given) {
        if (hash_equals($expected, trim($given))) {
            return true;
        }
    }
    return false;
}
`,
  ruby: `require "openssl"

# body: request.raw_post. headers: names in lower case.
def from_hrev?(headers, body, secret)
  timestamp = headers["x-hrev-timestamp"].to_s
  return false unless timestamp.match?(/\\A\\d+\\z/) && (Time.now.to_i - timestamp.to_i).abs <= 300

  expected = "sha256=" + OpenSSL::HMAC.hexdigest("SHA256", secret, "#{timestamp}.#{body}")
  headers["x-hrev-signature"].to_s.split(",").map(&:strip).any? do |given|
    given.bytesize == expected.bytesize && OpenSSL.fixed_length_secure_compare(given, expected)
  end
end
`,
  go: `package hooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// IsFromHrev takes the bytes of the body that arrived, before any parser.
func IsFromHrev(headers http.Header, body []byte, secret string) bool {
	timestamp := headers.Get("X-Hrev-Timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 300*time.Second {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	expected := []byte("sha256=" + hex.EncodeToString(mac.Sum(nil)))
	for _, given := range strings.Split(headers.Get("X-Hrev-Signature"), ",") {
		if hmac.Equal([]byte(strings.TrimSpace(given)), expected) {
			return true
		}
	}
	return false
}
`,
};
