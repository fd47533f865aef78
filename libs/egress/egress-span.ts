/** The span of an outgoing request. It names who sends it, and neither the host nor the address. */
import { isRecorded, spanned, untraced } from '@libs/traces';
import type { EgressRequest, EgressResponse } from './egress-message';

const FIRST_FAILURE = 400;

/**
 * Sends a request in a span, in traces that are recorded. Instrumentations of the operator do not see the request: they would add the
 * address to the trace, and `traceparent` to the request, which platforms must not get.
 */
export function inRequestSpan(request: EgressRequest, send: () => Promise<EgressResponse>): Promise<EgressResponse> {
  if (request.hasSpan === true || !isRecorded()) return untraced(send);
  const { method = 'GET', source } = request;
  const name = source === undefined ? method : `${method} ${source}`;
  const attributes = { 'http.request.method': method, 'hrev.source': source };
  return spanned({ name, kind: 'client', attributes }, async (span) => {
    const response = await untraced(send);
    const { status, bytesIn, bytesOut } = response;
    span.set({ 'http.response.status_code': status, 'http.request.size': bytesOut, 'http.response.size': bytesIn });
    if (status >= FIRST_FAILURE) span.fail(String(status));
    return response;
  });
}
