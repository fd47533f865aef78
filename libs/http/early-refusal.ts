import type { AppError } from '@libs/kernel';
import type { RequestHandler, Response } from 'express';
import { errorBody } from './error-answer';
import type { KeyedRequest } from './request-facts';
import type { RouteTable } from './route-table';

/** The answer to a request that is refused before it is routed. */
export interface EarlyRefusal {
  readonly error: AppError;
  /** Headers of the answer, in addition to those of every response. */
  readonly headers: Readonly<Record<string, string | number>>;
}

/** A request that a route that needs a key would refuse. */
export interface RefusedRequest {
  /** For the log, also if the client closes the connection before the answer. */
  readonly caller: NonNullable<KeyedRequest['caller']>;
  readonly status: number;
  /** Sends the answer by one call of `refuse`, at once or later. */
  answer(response: Response, refuse: (refusal: EarlyRefusal) => void): void;
}

/** Judges a request by its key, without waiting. Returns null unless it is certain that a route that needs a key would refuse it. */
export type EarlyJudge = (request: KeyedRequest) => RefusedRequest | null;

/**
 * Middleware, directly after `requestContext`: refuses requests to routes that need a key by the answers of the judge, with the headers that
 * `securityHeaders` and the error filter would send. The body of the request is not read. `judge` returns the judge once there is one.
 */
export function refusingEarly(
  routes: RouteTable,
  securityHeaders: RequestHandler,
  judge: () => EarlyJudge | null,
): RequestHandler {
  const ofEveryResponse = headersOf(securityHeaders);
  return (received, response, next) => {
    const request = received as KeyedRequest;
    const refused = judge()?.(request) ?? null;
    const route = refused === null ? null : routes.keyedRoute(request.method, request.url);
    if (refused === null || route === null) return next();
    Object.assign(request, { caller: refused.caller, route: { path: route } });
    response.statusCode = refused.status;
    const send = ({ error, headers }: EarlyRefusal): void => {
      Object.assign(request, { refusal: error });
      const bytes = Buffer.from(errorBody(error));
      response.writeHead(error.status, {
        ...ofEveryResponse,
        ...headers,
        ...error.headers,
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': bytes.length,
      });
      response.end(request.method === 'HEAD' ? undefined : bytes);
    };
    refused.answer(response, send);
  };
}

/** The headers that a middleware sets on every response. */
function headersOf(middleware: RequestHandler): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => void (headers[name] = value),
    removeHeader: () => undefined,
  };
  let error: unknown;
  middleware({} as KeyedRequest, response as unknown as Response, (thrown?: unknown) => (error = thrown));
  if (error !== undefined) throw error as Error;
  return headers;
}
