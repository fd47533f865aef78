import { readFileSync } from 'node:fs';
import path from 'node:path';
import { verifyWebhook, WebhookVerificationError, type WebhookBody, type WebhookRequest } from './verify-webhook';

/** The vectors are signed by the service (`webhook-vectors.spec.ts`). */
interface Vector {
  readonly name: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly now: number;
  readonly verdict: string;
}

const FILE = path.resolve(__dirname, '../../../docs/examples/webhook-vectors.json');
const { vectors } = JSON.parse(readFileSync(FILE, 'utf8')) as { readonly vectors: readonly Vector[] };

const requestOf = ({ body, headers, secrets, now }: Vector): WebhookRequest => ({
  body,
  headers,
  secret: secrets,
  now: now * 1_000,
});

async function verdictOf(request: WebhookRequest): Promise<string> {
  try {
    await verifyWebhook(request);
    return 'valid';
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    expect(error.message).toContain(error.reason);
    return error.reason;
  }
}

const [first] = vectors as [Vector];

test.each(vectors.map((vector) => [vector.name, vector] as const))('%s', async (_, vector) => {
  expect(await verdictOf(requestOf(vector))).toBe(vector.verdict);
  // Forms in which frameworks pass requests.
  const bytes = Buffer.from(vector.body);
  const { buffer } = new Uint8Array(bytes);
  const headers = new Headers(vector.headers);
  const lists = Object.fromEntries(Object.entries(vector.headers).map(([name, value]) => [name, [value]]));
  for (const form of [{ body: bytes }, { body: buffer }, { headers }, { headers: lists }])
    expect(await verdictOf({ ...requestOf(vector), ...form })).toBe(vector.verdict);
});

test.each([
  [58, 'timestamp_too_old', 1],
  [0, 'valid', 2],
])('the tolerance can be set: %i', async (age, verdict, toleranceSeconds) => {
  const now = (first.now + age) * 1_000;
  expect(await verdictOf({ ...requestOf(first), now, toleranceSeconds })).toBe(verdict);
});

test.each([{ toleranceSeconds: NaN }, { now: NaN }])('a value that is no number permits nothing: %j', async (value) =>
  expect(await verdictOf({ ...requestOf(first), ...value })).toBe('timestamp_too_old'),
);

test('without `now` the clock decides', async () =>
  expect(await verdictOf({ ...requestOf(first), now: undefined })).toMatch(/^timestamp_/));

test('returns the body, which event and version distinguish', async () => {
  const lines: string[] = [];
  for (const vector of vectors.filter(({ verdict }) => verdict === 'valid'))
    lines.push(described(await verifyWebhook(requestOf(vector))));
  expect(new Set(lines)).toEqual(new Set(['3 run', '2 run', '2 groups: 1', '3 reviews.new: 1', '3 replies.new: 1']));
});

/** Compiles only if the fields of each form are known where `event` and `schema_version` are compared. */
function described(body: WebhookBody): string {
  if (body.event === 'scrape.run.finished') return `${body.schema_version} run${body.finished_at === '' ? '?' : ''}`;
  if (body.schema_version === '2') return `2 groups: ${body.groups.length}`;
  return `${body.schema_version} ${body.event}: ${body.objects.length}`;
}

test.each(['', 'whsec_', 'secret', 'whsec_short', `${first.secrets[0] ?? ''}x`])(
  'a secret in another form is a TypeError: %p',
  async (secret) => {
    await expect(verifyWebhook({ ...requestOf(first), secret })).rejects.toThrow(TypeError);
  },
);

test('a part of the signature does not suffice', async () => {
  const [, signature = ''] = (first.headers['X-Hrev-Signature'] ?? '').split('=');
  for (const part of [
    '',
    signature.slice(0, 2),
    signature.slice(0, 62),
    `${signature}00`,
    signature.replace(/.$/, 'g'),
  ]) {
    const headers = { ...first.headers, 'X-Hrev-Signature': `sha256=${part}` };
    expect(await verdictOf({ ...requestOf(first), headers })).toBe('no_matching_signature');
  }
});
