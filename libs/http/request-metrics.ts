/** Requests by route. The route is the pattern of the matched handler, never the path, so the number of series is that of the routes. */
import { counter, histogram } from '@libs/metrics';
import type { Response } from 'express';
import { routeOf } from './error.filter';
import type { ApiRequest } from './api-request';

const REQUESTS = counter({
  name: 'hrev_http_requests_total',
  help: 'Requests to the API by route, method, version and status; status is aborted if the client left before the answer.',
  labels: ['route', 'method', 'version', 'status'],
});
const DURATIONS = histogram(
  {
    name: 'hrev_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer, without aborted requests, streams and requests that wait.',
    labels: ['route', 'method', 'version', 'status_class'],
  },
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
);

/** The methods that HTTP defines and clients send. */
export const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/** Counts a request whose response was sent, or whose connection was closed. */
export function countRequest(request: ApiRequest, response: Response): void {
  const route = routeOf(request) ?? 'none';
  const method = METHODS.has(request.method) ? request.method : 'other';
  const version = versionOf(route);
  const isAborted = !response.writableFinished;
  REQUESTS.inc({ route, method, version, status: isAborted ? 'aborted' : String(response.statusCode) });
  if (isAborted || isStream(response) || request.isWait === true) return;
  const seconds = (performance.now() - (request.startedAtMs ?? 0)) / 1_000;
  const status_class = CLASSES[Math.floor(response.statusCode / 100) - 1] ?? '5xx';
  DURATIONS.observe({ route, method, version, status_class }, seconds);
}

/** `v2`, `v3`, `console`, or `none` for paths without a version. */
function versionOf(route: string): string {
  if (route.startsWith('/v3/')) return 'v3';
  if (route.startsWith('/v2/')) return 'v2';
  return route.startsWith('/console') ? 'console' : 'none';
}

/** A stream of events lasts as long as its client wants. */
const isStream = (response: Response): boolean =>
  String(response.getHeader('Content-Type') ?? '').startsWith('text/event-stream');
