// cspell:ignore Käse
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { signedHeaders, standardSecret } from '../domain/signature';
import { renderReviews } from './render';
import { renderSample } from './sample';
import { NO_VALUES } from './review';

/**
 * Test vectors of signatures (contract §6.4), for receivers in every language: requests as the service signs them, and changed ones, with
 * the verdict that a receiver must reach. `HREV_WRITE_VECTORS=1` writes them; without it this test compares.
 */
const FILE = path.resolve(__dirname, '../../../docs/examples/webhook-vectors.json');

const secretOf = (seed: number): string => `whsec_${Buffer.alloc(32, seed).toString('base64url')}`;
/** With the characters in which base64 and base64url differ. */
const [secret, previous, foreign] = [secretOf(0xfb), secretOf(0x3e), secretOf(0x11)];
const NOW = 1_795_420_000;
const occurredAt = new Date('2026-11-23T08:00:00Z');

const sample = (schemaVersion: 2 | 3, event: 'reviews.new' | 'replies.new' | 'scrape.run.finished'): Buffer =>
  renderSample({ event, deliveryId: 4738, occurredAt, schemaVersion, test: false });
const review = {
  ...NO_VALUES,
  id: 1,
  external_review_id: 'x',
  source_id: 1,
  source_slug: 'steam',
  url: 'https://example.com/',
  has_images: false,
  text: 'ä "quoted" \u{1F600}\u2028\n%&\\',
};
const rendered = (maxBytes: number): Buffer => {
  const objects = [{ objectId: 3, name: 'Käse & Co', reviews: [review] }];
  return renderReviews({ deliveryId: 4738, event: 'reviews.new', occurredAt, objects }, { schemaVersion: 3, maxBytes })
    .bytes;
};

type Headers = Readonly<Record<string, string>>;

interface Vector {
  readonly name: string;
  readonly body: string;
  readonly headers: Headers;
  readonly secrets: readonly string[];
  readonly now: number;
  readonly verdict: string;
}

interface Case {
  readonly body?: Buffer;
  /** The secrets of the service. */
  readonly signedBy?: readonly string[];
  readonly timestamp?: number;
  /** The number of the delivery: webhooks of v3 have one. */
  readonly sequence?: number | null;
  /** Changes the request after it was signed. */
  readonly changed?: (headers: Headers, body: string) => { readonly headers?: Headers; readonly body?: string };
  readonly secrets?: readonly string[];
  readonly verdict?: string;
}

const BODY = sample(3, 'reviews.new');
const HREV = /^x-hrev-/i;
const STANDARD = /^webhook-/;
const only = (names: RegExp) => (headers: Headers) => ({
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => names.test(name) || name === 'Content-Type')),
});
const without = (missing: string) => (headers: Headers) => ({
  headers: Object.fromEntries(Object.entries(only(HREV)(headers).headers).filter(([name]) => name !== missing)),
});
const withHeader = (name: string, value: string) => (headers: Headers) => ({
  headers: { ...only(HREV)(headers).headers, [name]: value },
});
const FORGED = { verdict: 'no_matching_signature' };

const CASES: Readonly<Record<string, Case>> = {
  'a delivery with both schemes': {},
  'X-Hrev-Signature alone': { changed: only(HREV) },
  'webhook-signature alone': { changed: only(STANDARD) },
  'X-Hrev-Signature with standard_secret': { changed: only(HREV), secrets: [standardSecret(secret)] },
  'webhook-signature with standard_secret': { changed: only(STANDARD), secrets: [standardSecret(secret)] },
  'replies.new': { body: sample(3, 'replies.new') },
  'scrape.run.finished': { body: sample(3, 'scrape.run.finished') },
  'reviews.new of schema_version 2': { body: sample(2, 'reviews.new') },
  'scrape.run.finished of schema_version 2': { body: sample(2, 'scrape.run.finished') },
  'a body with letters outside of ASCII': { body: rendered(100_000) },
  'a truncated body': { body: rendered(300) },
  'after a rotation, with the new secret': { signedBy: [secret, previous] },
  'after a rotation, with the old secret': { signedBy: [secret, previous], secrets: [previous] },
  'after a rotation, webhook-signature with the old secret': {
    signedBy: [secret, previous],
    secrets: [previous],
    changed: only(STANDARD),
  },
  'a receiver with two secrets': { signedBy: [previous], secrets: [secret, previous] },
  'names of headers in lower case': {
    changed: (headers) => ({
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    }),
  },
  '300 seconds old': { timestamp: NOW - 300 },
  '300 seconds in the future': { timestamp: NOW + 300 },
  '301 seconds old': { timestamp: NOW - 301, verdict: 'timestamp_too_old' },
  '301 seconds old, webhook-signature': {
    timestamp: NOW - 301,
    changed: only(STANDARD),
    verdict: 'timestamp_too_old',
  },
  '301 seconds in the future': { timestamp: NOW + 301, verdict: 'timestamp_in_future' },
  'another secret': { secrets: [foreign], ...FORGED },
  'another secret, webhook-signature': { secrets: [foreign], changed: only(STANDARD), ...FORGED },
  'a changed body': { changed: (_, body) => ({ body: body.replace('4.5', '1.5') }), ...FORGED },
  'a body that was parsed and written again': {
    changed: (_, body) => ({ body: JSON.stringify(JSON.parse(body), null, 1) }),
    ...FORGED,
  },
  'a changed body, webhook-signature': {
    changed: (headers, body) => ({ ...only(STANDARD)(headers), body: `${body} ` }),
    ...FORGED,
  },
  'a changed id, webhook-signature': {
    changed: (headers) => ({ headers: { ...only(STANDARD)(headers).headers, 'webhook-id': '4739' } }),
    ...FORGED,
  },
  'a new timestamp on an old signature': {
    timestamp: NOW - 3_600,
    changed: withHeader('X-Hrev-Timestamp', String(NOW)),
    ...FORGED,
  },
  'an empty signature': { changed: withHeader('X-Hrev-Signature', ''), ...FORGED },
  'a signature without its scheme': {
    changed: (headers) => withHeader('X-Hrev-Signature', (headers['X-Hrev-Signature'] ?? '').slice(7))(headers),
    ...FORGED,
  },
  'a signature that is cut off': {
    changed: (headers) => withHeader('X-Hrev-Signature', (headers['X-Hrev-Signature'] ?? '').slice(0, -2))(headers),
    ...FORGED,
  },
  'a timestamp that is no number': {
    changed: withHeader('X-Hrev-Timestamp', 'now'),
    verdict: 'invalid_timestamp',
  },
  'no signature': { changed: without('X-Hrev-Signature'), verdict: 'missing_header' },
  'no timestamp': { changed: without('X-Hrev-Timestamp'), verdict: 'missing_header' },
  'a signed body that is no JSON': { body: Buffer.from('reviews'), verdict: 'invalid_body' },
};

const SCHEMES = [
  { scheme: 'X-Hrev-Signature', names: HREV, parts: ['X-Hrev-Timestamp', 'X-Hrev-Signature'] },
  { scheme: 'webhook-signature', names: STANDARD, parts: ['webhook-id', 'webhook-timestamp', 'webhook-signature'] },
] as const;

/** The cases that both schemes and both versions of the body have. */
function casesOf(version: 2 | 3, { names, parts }: (typeof SCHEMES)[number]): Readonly<Record<string, Case>> {
  const body = sample(version, 'reviews.new');
  const made = { body, sequence: version === 3 ? 17 : null };
  const alone = { ...made, changed: only(names) };
  const timestampName = parts.at(-2) ?? '';
  const missing = parts.map((name): [string, Case] => [
    `without ${name}`,
    {
      ...made,
      changed: (headers) => ({
        headers: Object.fromEntries(Object.entries(only(names)(headers).headers).filter(([one]) => one !== name)),
      }),
      verdict: 'missing_header',
    },
  ]);
  return {
    valid: alone,
    'signed by two secrets during a rotation, the receiver has the new one': { ...alone, signedBy: [secret, previous] },
    'signed by two secrets during a rotation, the receiver has the old one': {
      ...alone,
      ...{ signedBy: [secret, previous], secrets: [previous] },
    },
    'signed by the old secret, the receiver has both': { ...alone, signedBy: [previous], secrets: [secret, previous] },
    'signed by two secrets, the receiver has neither': {
      ...alone,
      ...{ signedBy: [secret, previous], secrets: [foreign], ...FORGED },
    },
    'another secret': { ...alone, secrets: [foreign], ...FORGED },
    'a changed body': {
      ...made,
      changed: (headers, text) => ({ ...only(names)(headers), body: text.replace('4.5', '1.5') }),
      ...FORGED,
    },
    'an old timestamp': { ...alone, timestamp: NOW - 301, verdict: 'timestamp_too_old' },
    'a timestamp in the future': { ...alone, timestamp: NOW + 301, verdict: 'timestamp_in_future' },
    'a timestamp that is no number': {
      ...made,
      changed: (headers) => ({ headers: { ...only(names)(headers).headers, [timestampName]: 'soon' } }),
      verdict: 'invalid_timestamp',
    },
    ...Object.fromEntries(missing),
  };
}

const MATRIX = Object.fromEntries(
  ([3, 2] as const).flatMap((version) =>
    SCHEMES.flatMap((scheme) =>
      Object.entries(casesOf(version, scheme)).map(([name, one]) => [
        `${scheme.scheme}, schema_version ${version}: ${name}`,
        one,
      ]),
    ),
  ),
);

function vectorOf(name: string, { changed, ...made }: Case): Vector {
  const { body = BODY, signedBy = [secret], timestamp = NOW - 2, secrets = [secret], verdict = 'valid' } = made;
  const sequence = made.sequence ?? null;
  const event = /"event":"([^"]+)"/.exec(body.toString('utf8'))?.[1] ?? 'reviews.new';
  const headers = signedHeaders({ event, deliveryId: 4738, eventId: 0, timestamp, sequence }, signedBy, body);
  const request = { headers, body: body.toString('utf8') };
  return { name, ...request, ...changed?.(headers, request.body), secrets, now: NOW, verdict };
}

const vectors = Object.entries({ ...CASES, ...MATRIX }).map(([name, one]) => vectorOf(name, one));
const about =
  'Requests to webhooks (docs/contract.md, 6.4). `body` is the text of the bytes in UTF-8, `now` the time of the receiver in Unix seconds, and `secrets` are those that it accepts. The tolerance is 300 seconds. `verdict` is `valid`, or the reason why the request is refused.';
const text = `${JSON.stringify({ about, vectors }, null, 2)}\n`;

test('docs/examples/webhook-vectors.json has what the service signs', () => {
  if (process.env['HREV_WRITE_VECTORS']) writeFileSync(FILE, text);
  expect(readFileSync(FILE, 'utf8')).toBe(text);
});

test('the vectors have every verdict, and valid ones in both schemes', () => {
  expect([...new Set(vectors.map(({ verdict }) => verdict))].sort()).toEqual([
    'invalid_body',
    'invalid_timestamp',
    'missing_header',
    'no_matching_signature',
    'timestamp_in_future',
    'timestamp_too_old',
    'valid',
  ]);
  expect(new Set(vectors.map(({ body }) => body)).size).toBeGreaterThan(7);
});

test('both schemes and both versions have the same verdicts', () => {
  const verdicts = SCHEMES.flatMap(({ scheme }) =>
    [2, 3].map((version) => {
      const own = vectors.filter(({ name }) => name.startsWith(`${scheme}, schema_version ${version}: `));
      return [...new Set(own.map(({ verdict }) => verdict))].sort().join(' ');
    }),
  );
  expect(new Set(verdicts)).toEqual(
    new Set(['invalid_timestamp missing_header no_matching_signature timestamp_in_future timestamp_too_old valid']),
  );
});
