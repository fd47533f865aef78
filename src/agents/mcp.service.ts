import type { Server } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { mcpServer, type AgentAccess } from '@libs/agents';
import { inProcessFetch, sendJson, type ApiRequest } from '@libs/http';
import { AppError } from '@libs/kernel';
import { Hrev } from '@libs/sdk';
import { clientAddress, presentedKey } from '@src/auth';
import type { Response as HttpResponse } from 'express';
import packageJson from '../../package.json';

/** Messages that a client of an old revision may send in one request. Each may be a call with requests of its own. */
const MOST_MESSAGES = 20;
/** For one request to the API. Its own limits are shorter. */
const REQUEST_LIMIT_MS = 60_000;

type Chosen = Pick<AgentAccess, 'scope' | 'toolsets' | 'isLockdown'>;

/** Answers messages of the Model Context Protocol, each by itself: nothing is kept between two requests. */
@Injectable()
export class McpService {
  private readonly logger = new Logger();

  /**
   * Answers the message in the body of a request. Its tools send requests to the API of this process with the key of the request, so they
   * are admitted, counted and audited like those of any client. Ends when the client closes the connection.
   */
  async answer(request: ApiRequest, response: HttpResponse, server: Server, chosen: Chosen): Promise<void> {
    const message = request.body as object;
    if (Array.isArray(message) && message.length > MOST_MESSAGES)
      throw new AppError('bad_request', `A request has at most ${MOST_MESSAGES} messages`);
    const closed = new AbortController();
    response.once('close', () => closed.abort());
    const report = (err: unknown): void =>
      this.logger.error({ msg: 'tool of an agent failed', request_id: request.requestId, err });
    const handler = createMcpHandler(
      () => mcpServer({ ...chosen, hrev: clientOf(request, server), version: packageJson.version, report }),
      { keepAliveMs: 0, onerror: (error) => this.logger.debug({ msg: 'message of an agent refused', err: error }) },
    );
    const received = new Request('http://hrev.internal/mcp', {
      method: 'POST',
      headers: headersOf(request),
      signal: closed.signal,
    });
    await send(response, await handler.fetch(received, { parsedBody: message }));
  }
}

/** The SDK with the key of the request. Its attempts are not repeated, because the client decides after an error. */
function clientOf(request: ApiRequest, server: Server): Hrev {
  const origin = { address: clientAddress(request), requestId: request.requestId ?? '' };
  return new Hrev({
    baseUrl: 'http://hrev.internal',
    apiKey: presentedKey({ credentials: 'key' }, request) ?? '',
    fetch: inProcessFetch(server, origin),
    timeoutMs: REQUEST_LIMIT_MS,
    maxRetries: 0,
  });
}

/** The headers of the protocol, without those of the body, which was read, and without the key. */
function headersOf({ headers }: ApiRequest): [string, string][] {
  const names = Object.keys(headers).filter((name) => name === 'accept' || name.startsWith('mcp-'));
  return [
    ['content-type', 'application/json'],
    ...names.map((name): [string, string] => [name, String(headers[name])]),
  ];
}

async function send(response: HttpResponse, answer: Response): Promise<void> {
  const text = await answer.text();
  if (response.destroyed || response.headersSent) return;
  const type = answer.headers.get('content-type');
  if (type?.startsWith('application/json')) return sendJson(response, answer.status, text);
  const bytes = Buffer.from(text);
  response
    .writeHead(answer.status, { ...(type && { 'Content-Type': type }), 'Content-Length': bytes.length })
    .end(bytes);
}
