import { randomUUID } from 'node:crypto';
import { asRequest } from '@libs/database';
import type { Log } from '@libs/logging';
import type { NextFunction, RequestHandler, Response } from 'express';
import { routeOf } from './error.filter';
import type { KeyedRequest } from './request-facts';

/**
 * The first thing that happens to every request: its id (the caller's is kept where it is 1-128 visible ASCII
 * characters), its clock, its line in the log, a path that the router can hold, and the flow by which its work for the
 * database is known.
 */
export function requestContext(log: Log): RequestHandler {
  return (plain, response, next: NextFunction) => {
    const request = plain as KeyedRequest;
    request.startedAtMs = performance.now();
    request.requestId = readRequestId(request.headers['x-request-id']);
    response.setHeader('X-Request-Id', request.requestId);
    mendPath(request);
    if (log.isLevelEnabled('info')) response.once('close', () => logRequest(log, request, response));
    asRequest(next);
  };
}

/** The caller's id where it is one; otherwise a new one. */
export function readRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\x21-\x7e]{1,128}$/.test(header) ? header : randomUUID();
}

/**
 * Broken percent-encoding would be refused by the router, before the key was looked at. The percent signs are encoded
 * once more so that the route is found and the refusal comes in its turn.
 */
function mendPath(request: KeyedRequest): void {
  const [path = '', ...query] = request.url.split('?');
  if (!path.includes('%') || isDecodable(path)) return;
  request.brokenPath = true;
  request.url = [path.replaceAll('%', '%25'), ...query].join('?');
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function logRequest(log: Log, request: KeyedRequest, response: Response): void {
  log.info(
    {
      method: request.method,
      route: routeOf(request),
      status: response.statusCode,
      ms: Math.round((performance.now() - (request.startedAtMs ?? 0)) * 10) / 10,
      request_id: request.requestId,
      account_id: request.caller?.accountId,
      key_id: request.caller?.keyId,
      ...(response.writableFinished ? {} : { aborted: true }),
    },
    'request',
  );
}
