/**
 * The example receiver of docs/tour.md, `docs/examples/receive-webhook.mjs`, uses only what contract §6.4 and §6.5 define. These tests send it
 * deliveries that the service signs.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signatureHeader } from '@src/webhooks/domain/signature';
import { EVENT_TYPES, V2_EVENT_TYPES } from '@src/webhooks/domain/subscription';
import { renderReviews } from '@src/webhooks/payloads/render';
import { NO_VALUES, type ReviewInEvent } from '@src/webhooks/payloads/review';
import { renderSample } from '@src/webhooks/payloads/sample';
import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

const ROOT = join(__dirname, '..', '..');
const VECTORS = join(ROOT, 'docs', 'examples', 'webhook-vectors.json');

/** A request and what a receiver must make of it. */
interface Vector {
  readonly name: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly now: number;
  readonly verdict: string;
}

const EXAMPLE = join(ROOT, 'docs', 'examples', 'receive-webhook.mjs');

/** Runs the example as a process. */
class Receiver {
  private constructor(
    private readonly child: ChildProcess,
    private readonly lines: string[],
    readonly target: string,
  ) {}

  /** `now`: the time of its clock in Unix seconds; by default that of the machine. */
  static async start(secret: string, now?: number): Promise<Receiver> {
    const environment = { PATH: process.env['PATH'] ?? '', HREV_SIGNING_SECRET: secret, PORT: '0' };
    const clock = now === undefined ? [] : ['--import', `data:text/javascript,Date.now=()=>${now * 1_000}`];
    const child = spawn(process.execPath, [...clock, EXAMPLE], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    const port = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the example ended with ${code}`)));
      child.stdout.on('data', (chunk: Buffer) => {
        lines.push(...chunk.toString().trimEnd().split('\n'));
        const port = /^listening on (\d+)/.exec(lines[0] ?? '')?.[1];
        if (port) resolve(port);
      });
    });
    return new Receiver(child, lines, `http://127.0.0.1:${port}/`);
  }

  /** Returns how many times the output reports the delivery. */
  timesProcessed(deliveryId: number): number {
    return this.lines.filter((line) => line.includes(`delivery ${deliveryId}:`)).length;
  }

  /** Waits for a text in the output, which may arrive after the response. */
  async waitForOutput(text: string): Promise<void> {
    const until = Date.now() + 10_000;
    while (!this.lines.some((line) => line.includes(text))) {
      if (Date.now() > until) throw new Error(`the output has no ${text}:\n${this.lines.join('\n')}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  stop(): void {
    this.child.removeAllListeners('exit').kill();
  }
}

const now = (): number => Math.floor(Date.now() / 1000);

describe('the example receiver', () => {
  let app: TestApp;
  let check: OpenApiCheck;
  let account: TestAccount;
  let secret: string;
  let receiver: Receiver;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '100000' } });
    check = new OpenApiCheck(app.app);
  });
  beforeEach(async () => {
    account = await app.anAccount();
    secret = (await call('get', '/v3/webhooks/secret'))['secret'] as string;
    receiver = await Receiver.start(secret);
  });
  afterEach(() => receiver.stop());
  afterAll(() => app?.close());

  async function call(method: 'get' | 'post', path: string, body?: object): Promise<Record<string, unknown>> {
    const request = app.agent[method](path).set('X-API-Key', account.full);
    const response = await (body ? request.send(body) : request);
    expect([path, response.status < 300]).toEqual([path, true]);
    return response.body as Record<string, unknown>;
  }

  interface DeliveryToPost {
    readonly deliveryId: number;
    readonly body: Buffer;
    readonly timestamp?: number;
    readonly signature?: string;
  }

  async function post({ deliveryId, body, timestamp = now(), signature }: DeliveryToPost): Promise<number> {
    const headers = {
      'X-Hrev-Delivery-Id': String(deliveryId),
      'X-Hrev-Timestamp': String(timestamp),
      'X-Hrev-Signature': signature ?? signatureHeader([secret], timestamp, body),
    };
    const { status } = await fetch(receiver.target, { method: 'POST', headers, body: new Uint8Array(body) });
    return status;
  }

  const sample = (deliveryId: number): Buffer =>
    renderSample({ event: 'reviews.new', deliveryId, occurredAt: new Date(), schemaVersion: 3, test: false });

  it('accepts test events of the service until its secret expires after a rotation', async () => {
    const { id } = await call('post', '/v3/webhooks', { target: receiver.target, event_types: ['reviews.new'] });
    const test = () => call('post', `/v3/webhooks/${String(id)}/test`);
    const first = await test();
    expect(first).toMatchObject({ success: true, status_code: 204 });
    await receiver.waitForOutput(`delivery ${String(first['delivery_id'])}:`);

    // The receiver keeps the first secret. After each rotation the service signs with all secrets that have not expired.
    for (let rotation = 0; rotation < 2; rotation += 1) {
      await call('post', '/v3/webhooks/rotate-secret');
      expect(await test()).toMatchObject({ success: true, status_code: 204 });
    }
    await app.database.query(
      `update signing_secret set valid_until = now() where account_id = $1 and valid_until is not null`,
      [account.accountId],
    );
    expect(await test()).toMatchObject({ success: false, status_code: 401 });

    const renewed = await Receiver.start((await call('get', '/v3/webhooks/secret'))['secret'] as string);
    await app.database.query('update webhook set target = $2 where id = $1', [id, renewed.target]);
    expect(await test()).toMatchObject({ success: true, status_code: 204 });
    renewed.stop();
  });

  it('has the signature check that docs/tour.md shows', () => {
    const [check = ''] = /^function isGenuine[^]*?^\}$/m.exec(readFileSync(EXAMPLE, 'utf8')) ?? [];
    expect(check).toContain('timingSafeEqual');
    expect(readFileSync(join(ROOT, 'docs/tour.md'), 'utf8')).toContain(check);
  });

  it('reaches the verdict of every test vector (contract §6.4)', async () => {
    const vectors = (JSON.parse(readFileSync(VECTORS, 'utf8')) as { readonly vectors: readonly Vector[] }).vectors;
    expect(vectors.length).toBeGreaterThan(80);
    const bySecrets = new Map<string, Vector[]>();
    for (const vector of vectors) {
      const key = vector.secrets.join(',');
      bySecrets.set(key, [...(bySecrets.get(key) ?? []), vector]);
    }
    for (const [secrets, ofSecrets] of bySecrets) {
      const own = await Receiver.start(secrets, ofSecrets[0]?.now);
      for (const { name, headers, body, verdict } of ofSecrets) {
        const { status } = await fetch(own.target, { method: 'POST', headers: { ...headers }, body });
        expect([name, status]).toEqual([name, verdict === 'valid' ? 204 : verdict === 'invalid_body' ? 400 : 401]);
      }
      own.stop();
    }
  });

  it('processes a delivery once, even if it arrives several times', async () => {
    const body = sample(501);
    for (const timestamp of [now() - 60, now() - 30, now()])
      expect(await post({ deliveryId: 501, body, timestamp })).toBe(204);
    expect(await post({ deliveryId: 503, body: sample(503) })).toBe(204);
    await receiver.waitForOutput('delivery 503:');
    expect(receiver.timesProcessed(501)).toBe(1);
  });

  it('refuses forged, altered and old deliveries', async () => {
    const body = sample(502);
    const other = createHmac('sha256', 'whsec_other').update(`${now()}.`).update(body).digest('hex');
    const changed = Buffer.from(body.toString('utf8').replace('4.5', '1.5'));
    const refused: readonly DeliveryToPost[] = [
      { deliveryId: 502, body, signature: `sha256=${other}` },
      { deliveryId: 502, body, signature: '' },
      { deliveryId: 502, body, signature: signatureHeader([secret], now() - 10, body), timestamp: now() },
      { deliveryId: 502, body: changed, signature: signatureHeader([secret], now(), body) },
      { deliveryId: 502, body, timestamp: now() - 310 },
      { deliveryId: 502, body, timestamp: now() + 310 },
    ];
    for (const one of refused) expect(await post(one)).toBe(401);
    // The refused deliveries were not processed: the genuine one is processed, and only once.
    expect(await post({ deliveryId: 502, body, timestamp: now() - 290 })).toBe(204);
    await receiver.waitForOutput('delivery 502:');
    expect(receiver.timesProcessed(502)).toBe(1);
  });

  it.each([...V2_EVENT_TYPES.map((event) => [2, event] as const), ...EVENT_TYPES.map((event) => [3, event] as const)])(
    'v%i %s: the body matches the documented schema, and the receiver accepts it',
    async (schemaVersion, event) => {
      const deliveryId = 600;
      const body = renderSample({ event, deliveryId, occurredAt: new Date(), schemaVersion, test: false });
      expect(check.eventProblems(schemaVersion === 2 ? '2' : '3', event, JSON.parse(body.toString('utf8')))).toEqual(
        [],
      );
      expect(await post({ deliveryId, body })).toBe(204);
      await receiver.waitForOutput(`delivery ${deliveryId}:`);
    },
  );

  it.each([2, 3] as const)(
    'v%i: accepts a truncated body, and a body with nulls and unusual characters',
    async (schemaVersion) => {
      const bare: ReviewInEvent = {
        ...NO_VALUES,
        id: 1,
        external_review_id: 'x',
        source_id: 1000,
        source_slug: 'own-source',
        url: 'https://example.com/',
        has_images: false,
      };
      const odd = { ...bare, id: 2, rating: 3.33, text: 'ä "quoted" \u{1F600}\u2028\n%&', author: 'Ж' };
      const batch = {
        deliveryId: 700,
        event: 'reviews.new' as const,
        occurredAt: new Date(),
        objects: [{ objectId: 3, name: 'Käse & Co', reviews: [bare, odd] }],
      };
      for (const [deliveryId, maxBytes] of [
        [700, 100_000],
        [701, 300],
      ] as const) {
        const { bytes, truncated } = renderReviews({ ...batch, deliveryId }, { schemaVersion, maxBytes });
        expect(truncated).toBe(maxBytes === 300);
        const body: unknown = JSON.parse(bytes.toString('utf8'));
        expect(check.eventProblems(schemaVersion === 2 ? '2' : '3', 'reviews.new', body)).toEqual([]);
        expect(await post({ deliveryId, body: bytes })).toBe(204);
      }
      await receiver.waitForOutput('too many to be sent');
    },
  );

  it('the schema check reports a missing field, an unknown field, and names of the other version', () => {
    const body = JSON.parse(sample(1).toString('utf8')) as Record<string, unknown>;
    const { summary: _, ...without } = body;
    expect(check.eventProblems('3', 'reviews.new', body)).toEqual([]);
    expect(check.eventProblems('3', 'reviews.new', without)).not.toEqual([]);
    expect(check.eventProblems('3', 'reviews.new', { ...body, more: 1 })).not.toEqual([]);
    expect(check.eventProblems('2', 'reviews.new', body)).not.toEqual([]);
    expect(check.eventProblems('2', 'reviews.deleted', body)).not.toEqual([]);
  });
});
