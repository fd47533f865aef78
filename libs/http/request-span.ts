/** The span of a request. It names the pattern of the route, and neither the path, the query nor the client. */
import { activeTraceparent, NO_SPAN, openSpan, type OpenSpan } from '@libs/traces';
import type { Response } from 'express';
import { routeOf } from './error.filter';
import type { ApiRequest } from './api-request';
import { METHODS } from './request-metrics';

/** Probes ask every few seconds, and their traces would show nothing. */
const PROBES = /^\/health(?:\/read)?(?:\?|$)/;

/** Begins the span of a request. Its parent is the span of the client, if `traceparent` has a valid one. Probes have none. */
export function beginRequestSpan(request: ApiRequest): OpenSpan {
  if (PROBES.test(request.url)) return NO_SPAN;
  const isKnown = METHODS.has(request.method);
  const span = {
    name: isKnown ? request.method : 'HTTP',
    kind: 'server',
    attributes: { 'http.request.method': isKnown ? request.method : '_OTHER' },
  } as const;
  // An instrumentation of the operator may have begun a span, whose parent is the one of the client.
  const isBegun = activeTraceparent() !== null;
  return openSpan(isBegun ? span : { ...span, causes: [headerOf(request)] });
}

/** Ends the span of a request whose response was sent, or whose connection was closed. */
export function endRequestSpan(span: OpenSpan, request: ApiRequest, response: Response): void {
  const { statusCode: status, writableFinished: isFinished } = response;
  const route = routeOf(request);
  if (route !== null && METHODS.has(request.method)) span.rename(`${request.method} ${route}`);
  span.set({
    'http.route': route ?? undefined,
    'http.response.status_code': response.headersSent ? status : undefined,
  });
  if (!isFinished) span.fail('aborted');
  else if (status >= 500) span.fail(request.refusal?.code ?? String(status));
  span.end();
}

function headerOf({ headers }: ApiRequest): string | null {
  const { traceparent } = headers;
  return typeof traceparent === 'string' ? traceparent : null;
}
