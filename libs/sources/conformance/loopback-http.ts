/** `SourceHttp` against a sandbox on loopback, in its plainest form: the contract of source-http.ts and no guard. */
import { request as send } from 'undici';
import { Blocked, Changed, Gone, Temporary, Throttled } from '../source-errors';
import type { SourceHttp, SourceRequest, SourceResponse } from '../source-http';
import { hostOwnedBy } from '../url-tools';

const MAX_REDIRECTS = 5;

export class LoopbackHttp implements SourceHttp {
  constructor(
    private readonly hosts: readonly string[],
    private readonly origin: string,
    private readonly signal: AbortSignal,
  ) {}

  async request(address: string, request: SourceRequest = {}): Promise<SourceResponse> {
    let url = new URL(address);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      if (!hostOwnedBy(url.hostname, this.hosts)) throw new Blocked(`not an address of this source: ${url.hostname}`);
      const answer = await this.ask(url, request);
      const location = answer.headers.location;
      if (answer.status < 300 || answer.status > 399 || location === undefined) {
        return judged(answer, request.accept ?? []);
      }
      url = new URL(location, url);
    }
    throw new Changed('too many redirects');
  }

  private async ask(url: URL, request: SourceRequest): Promise<SourceResponse> {
    try {
      const answer = await send(`${this.origin}${url.pathname}${url.search}`, {
        method: request.method ?? 'GET',
        headers: { ...request.headers, 'x-hrev-original-host': url.host },
        ...(request.body === undefined ? {} : { body: request.body }),
        signal: this.signal,
      });
      const body = await answer.body.text();
      const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
      return { status: answer.statusCode, url: url.href, headers, body, json: () => readBody(body) };
    } catch (error) {
      throw new Temporary('network', 'the sandbox did not answer', { cause: error });
    }
  }
}

function readBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Changed('the answer is no JSON');
  }
}

function judged(answer: SourceResponse, accepted: readonly number[]): SourceResponse {
  const { status } = answer;
  if ((status >= 200 && status < 300) || accepted.includes(status)) return answer;
  if (status === 404 || status === 410) throw new Gone(`the platform answered ${status}`);
  if (status === 401 || status === 403 || status === 451) throw new Blocked(`the platform answered ${status}`);
  if (status === 429) throw new Throttled('the platform answered 429', Number(answer.headers['retry-after']) * 1000);
  if (status === 408 || status >= 500) throw new Temporary('network', `the platform answered ${status}`);
  throw new Changed(`the platform answered ${status}`);
}
