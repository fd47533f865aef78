/**
 * The loopback platform, a separate process: serves lists of any form (`addresses.ts`). The reviews of a list depend on their position
 * only; their ids also contain the key of the list, so that every list has its own reviews. Lists never change.
 *
 * It sends its origin to its parent when it listens. It responds to each message with its counts since the previous one.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReviewMaker } from '../gen/make-review';
import { readPath, type ListAddress, type ListForm } from './addresses';
import { RENDERING_SCRIPT, SHELL, STYLE } from './rendered-page';

export interface LoopbackOrder {
  /** How long the platform waits before each response from now on. */
  readonly delayMs: number;
}

export interface LoopbackCounts {
  /** Requests for pages of lists, by the key of the list. */
  readonly requests: Readonly<Record<string, number>>;
  /** When the first of them arrived, in milliseconds since 1970; null if none has arrived. */
  readonly firstAt: number | null;
}

const SEED = 21;
const NEWEST = Date.UTC(2026, 5, 30, 12) / 1_000;
const STEP_SECONDS = 3_600;
/** Replaces the key of the list in prepared responses. No review contains it. */
const KEY = '@@key@@';

class Platform {
  private delayMs = 0;
  private requests = new Map<string, number>();
  private firstAt: number | null = null;
  private readonly prepared = new Map<string, string>();
  private readonly maker = new ReviewMaker(SEED);

  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://loopback');
    const list = readPath(url.pathname);
    if (this.delayMs > 0) await sleep(this.delayMs);
    if (list === null) return sendFile(response, url.pathname);
    if (list.kind !== 'data') this.count(list.key);
    if (list.kind === 'rendered') return send(response, 'text/html; charset=utf-8', SHELL);
    const page = Number(url.searchParams.get('page') ?? 0);
    send(response, 'application/json; charset=utf-8', this.page(list, page).replaceAll(KEY, list.key));
  }

  obey({ delayMs }: LoopbackOrder): LoopbackCounts {
    this.delayMs = delayMs;
    const counts = { requests: Object.fromEntries(this.requests), firstAt: this.firstAt };
    this.requests = new Map();
    this.firstAt = null;
    return counts;
  }

  private count(key: string): void {
    this.firstAt ??= Date.now();
    this.requests.set(key, (this.requests.get(key) ?? 0) + 1);
  }

  private page(form: ListAddress, page: number): string {
    const name = `${form.pages}/${form.size}/${page}`;
    const known = this.prepared.get(name);
    if (known !== undefined) return known;
    const made = JSON.stringify(this.makePage(form, page));
    this.prepared.set(name, made);
    return made;
  }

  /** In the form of Steam's interface, whose parser reads it. */
  private makePage({ pages, size }: ListForm, page: number): object {
    const reviews = this.maker.page(0, page * size, size).map((review, index) => ({
      recommendationid: `${KEY}-${page * size + index}`,
      review: review.text,
      timestamp_created: NEWEST - (page * size + index) * STEP_SECONDS,
      timestamp_updated: NEWEST - (page * size + index) * STEP_SECONDS,
      voted_up: (review.rating ?? 5) > 3,
      developer_response: review.replyText,
      timestamp_dev_responded: review.replyText === null ? 0 : NEWEST,
      votes_up: index,
      author_name: review.author,
    }));
    return {
      success: 1,
      query_summary: { total_reviews: pages * size },
      reviews,
      cursor: page + 1 < pages ? `after-${page}` : null,
    };
  }
}

function sendFile(response: ServerResponse, path: string): void {
  if (path === '/render.js') return send(response, 'text/javascript; charset=utf-8', RENDERING_SCRIPT);
  if (path === '/style.css') return send(response, 'text/css; charset=utf-8', STYLE);
  response.writeHead(404).end();
}

function send(response: ServerResponse, type: string, text: string): void {
  const body = Buffer.from(text);
  response.writeHead(200, { 'content-type': type, 'content-length': body.length });
  response.end(body);
}

const platform = new Platform();
const server = createServer((request, response) => void platform.respond(request, response));
// Both sides may keep their connections for as long as they like.
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('message', (order: LoopbackOrder) => process.send?.(platform.obey(order)));
process.once('disconnect', () => process.exit(0));
