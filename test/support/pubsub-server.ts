import { createVerify, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a pull answers instead of messages. */
export type PubsubTrouble = 'forbidden' | 'expired' | 'unavailable' | 'hangs';

interface Held {
  readonly messageId: string;
  readonly data: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The id of its last delivery, which can be acknowledged until `leasedUntil`. */
  ackId: string | null;
  leasedUntil: number;
  deliveries: number;
}

const TROUBLES: Readonly<Record<Exclude<PubsubTrouble, 'hangs'>, [number, string, string]>> = {
  forbidden: [403, 'PERMISSION_DENIED', 'User not authorized to perform this action.'],
  expired: [404, 'NOT_FOUND', 'Resource not found (resource=reviews).'],
  unavailable: [503, 'UNAVAILABLE', 'The service was unable to fulfill your request. Please try again.'],
};

/**
 * Cloud Pub/Sub as documented, with one pull subscription, and Google's endpoint for tokens of service accounts. A message that was
 * delivered is held back for the deadline of acknowledgements, and is delivered again after it under another id.
 */
export class PubsubServer {
  readonly requests: string[] = [];
  trouble: PubsubTrouble | null = null;
  /** The endpoint refuses all assertions. */
  refusesAccount = false;
  acknowledges = true;
  private readonly held: Held[] = [];
  private readonly server: Server;
  private clock = 0;
  private serial = 0;

  constructor(
    private readonly subscription: string,
    private readonly key: KeyObject,
    private readonly deadlineMs = 10_000,
  ) {
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  publish(value: unknown, attributes: Readonly<Record<string, string>> = {}): void {
    this.serial += 1;
    const data = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64');
    this.held.push({ messageId: String(this.serial), data, attributes, ackId: null, leasedUntil: 0, deliveries: 0 });
  }

  /** Time passes for the deadlines of acknowledgements. */
  advance(ms: number): void {
    this.clock += ms;
  }

  /** Messages that are not acknowledged. */
  get waiting(): number {
    return this.held.length;
  }

  /** How often the waiting messages were delivered. */
  get deliveries(): readonly number[] {
    return this.held.map(({ deliveries }) => deliveries);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const address = `${String(request.headers['x-hrev-original-host'])}${request.url ?? ''}`;
    this.requests.push(address);
    if (this.trouble === 'hangs' && address.endsWith(':pull')) return;
    const [status, answer] = this.answer(address, body, request.headers.authorization);
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(answer === null ? '' : JSON.stringify(answer));
  }

  private answer(address: string, body: string, authorization: string | undefined): [number, object | null] {
    if (address === 'oauth2.googleapis.com/token') return this.token(new URLSearchParams(body));
    if (authorization !== 'Bearer a-pubsub-token') return failure(401, 'UNAUTHENTICATED', 'Invalid credentials.');
    if (this.trouble !== null && this.trouble !== 'hangs') return failure(...TROUBLES[this.trouble]);
    const path = `pubsub.googleapis.com/v1/${this.subscription}`;
    const asked = JSON.parse(body) as { maxMessages?: number; ackIds?: string[] };
    if (address === `${path}:pull`) return this.pull(asked.maxMessages ?? 0);
    if (address === `${path}:acknowledge`) return this.acknowledge(asked.ackIds ?? []);
    return failure(...TROUBLES.expired);
  }

  private pull(maxMessages: number): [number, object | null] {
    if (maxMessages < 1) return failure(400, 'INVALID_ARGUMENT', 'max_messages must be positive.');
    const free = this.held.filter(({ leasedUntil }) => leasedUntil <= this.clock).slice(0, maxMessages);
    if (free.length === 0) return [200, {}];
    const receivedMessages = free.map((message) => {
      message.deliveries += 1;
      message.ackId = `ack-${message.messageId}-${message.deliveries}`;
      message.leasedUntil = this.clock + this.deadlineMs;
      const { messageId, data, attributes } = message;
      return { ackId: message.ackId, message: { messageId, data, attributes, publishTime: '2026-11-27T10:00:00Z' } };
    });
    return [200, { receivedMessages }];
  }

  private acknowledge(ackIds: readonly string[]): [number, object | null] {
    if (!this.acknowledges) return failure(...TROUBLES.unavailable);
    for (const ackId of ackIds) {
      const place = this.held.findIndex((message) => message.ackId === ackId && message.leasedUntil > this.clock);
      if (place >= 0) this.held.splice(place, 1);
    }
    return [200, {}];
  }

  /** A token for an assertion that the key has signed for the scope of Pub/Sub. */
  private token(form: URLSearchParams): [number, object] {
    const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    const isSigned = createVerify('RSA-SHA256')
      .update(`${header}.${claims}`)
      .verify(this.key, Buffer.from(signature, 'base64url'));
    const { scope, aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { scope: string; aud: string };
    const isFor = scope === 'https://www.googleapis.com/auth/pubsub' && aud === 'https://oauth2.googleapis.com/token';
    return isSigned && isFor && !this.refusesAccount
      ? [200, { access_token: 'a-pubsub-token', expires_in: 3_599, token_type: 'Bearer' }]
      : [400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }];
  }
}

const failure = (code: number, status: string, message: string): [number, object] => [
  code,
  { error: { code, status, message } },
];
