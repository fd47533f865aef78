import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { asRequest } from '@libs/database';
import type { NextFunction, RequestHandler, Response } from 'express';
import { routeOf } from './error.filter';
import type { ApiRequest } from './api-request';
import { countRequest } from './request-metrics';
import { beginRequestSpan, endRequestSpan } from './request-span';

const logger = new Logger();

/** Is called when the response of a request was sent, or its connection was closed. It runs in the path of the request. */
export type RequestListener = (request: ApiRequest, response: Response) => void;

/**
 * The first middleware. Sets the id of the request (the client's if it is 1-128 visible ASCII characters), its start time, a path
 * that the router can decode, its span, and the async context by which the database schedules statements. Logs one line per request,
 * counts it, and calls the listeners.
 */
export function requestContext(listeners: readonly RequestListener[] = []): RequestHandler {
  return (received, response, next: NextFunction) => {
    const request = received as ApiRequest;
    request.startedAtMs = performance.now();
    request.requestId = readRequestId(request.headers['x-request-id']);
    response.setHeader('X-Request-Id', request.requestId);
    makeDecodable(request);
    const span = beginRequestSpan(request);
    response.once('close', () => {
      // Events of a response do not run in the context of its request.
      span.run(() => logRequest(request, response));
      countRequest(request, response);
      for (const listener of listeners) listener(request, response);
      endRequestSpan(span, request, response);
    });
    span.run(() => asRequest(next));
  };
}

/** Returns the client's id if it is valid, otherwise a new one. */
export function readRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\x21-\x7e]{1,128}$/.test(header) ? header : randomUUID();
}

/**
 * The router would refuse malformed percent-encoding before the key is checked. This encodes the percent signs again, so that
 * the route is found and the path is refused after the key is checked.
 */
function makeDecodable(request: ApiRequest): void {
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

function logRequest(request: ApiRequest, response: Response): void {
  logger.log({
    msg: 'request',
    method: request.method,
    route: routeOf(request),
    status: response.statusCode,
    ms: Math.round((performance.now() - (request.startedAtMs ?? 0)) * 10) / 10,
    request_id: request.requestId,
    account_id: request.caller?.accountId,
    key_id: request.caller?.keyId,
    ...(response.writableFinished ? {} : { aborted: true }),
  });
}
