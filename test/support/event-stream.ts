import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Browser } from './console-person';
import { eventually } from './eventually';
import type { TestApp } from './test-app';

export interface StreamEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A stream of `text/event-stream`, read as a browser reads it. */
export class EventStreamClient {
  readonly events: StreamEvent[] = [];
  isEnded = false;
  /** Everything that arrived, as text. */
  raw = '';
  private rest = '';
  private lastId = '';

  private constructor(
    readonly response: IncomingMessage,
    private readonly sent: ClientRequest,
  ) {
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      this.raw += text;
      if (response.statusCode === 200) this.read(text);
    });
    response.on('close', () => (this.isEnded = true));
    response.on('error', () => undefined);
  }

  /** Opens a stream of an account with the cookies of a browser. Resolves with the headers of the response, whatever its status. */
  static async open(
    app: TestApp,
    browser: Browser,
    query: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<EventStreamClient> {
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    return new Promise((resolve, reject) => {
      const sent = request(
        new URL(`/console/api/events${query}`, app.address),
        { agent: false, headers: { cookie, 'sec-fetch-site': 'same-origin', ...headers } },
        (response) => resolve(new EventStreamClient(response, sent)),
      );
      sent.on('error', reject);
      sent.end();
    });
  }

  get newestId(): string {
    return this.lastId;
  }

  /** Waits for an event of a kind that `holds`. */
  async next(event: string, holds: (data: StreamEvent['data']) => boolean = () => true): Promise<StreamEvent> {
    return eventually(`the stream tells ${event}`, 8_000, () =>
      this.events.find((one) => one.event === event && holds(one.data)),
    );
  }

  close(): void {
    this.sent.destroy();
  }

  private read(text: string): void {
    const parts = (this.rest + text).split('\n\n');
    this.rest = parts.pop() ?? '';
    for (const part of parts) {
      const fields = new Map(
        part.split('\n').map((line) => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
      );
      this.lastId = fields.get('id') ?? this.lastId;
      const event = fields.get('event') ?? 'message';
      this.events.push({ id: this.lastId, event, data: JSON.parse(fields.get('data') ?? '{}') as StreamEvent['data'] });
    }
  }
}
