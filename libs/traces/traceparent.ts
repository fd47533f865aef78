import { TraceFlags, isSpanContextValid, type SpanContext } from '@opentelemetry/api';

/** Version, trace, span and flags in W3C Trace Context. Version 00 has no more than these 55 characters, later ones may have more fields. */
const FORM = /^(?:00-(?=.{52}$)|(?!00|ff)[0-9a-f]{2}-)([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const MAX_LENGTH = 255;

/**
 * Reads a `traceparent` (W3C Trace Context): a span of another process, or of an earlier stage. Returns null for every value that is not valid,
 * which is then treated as absent. Only the flag `sampled` is kept.
 */
export function readTraceparent(value: unknown): SpanContext | null {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return null;
  const [, traceId = '', spanId = '', flags = ''] = FORM.exec(value) ?? [];
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  const span = { traceId, spanId, traceFlags, isRemote: true };
  return isSpanContextValid(span) ? span : null;
}

/** The `traceparent` of a span: 55 characters. Null if the span has no ids, as without an SDK. */
export function writeTraceparent(span: SpanContext | undefined): string | null {
  if (span === undefined || !isSpanContextValid(span)) return null;
  const flags = (span.traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0');
  return `00-${span.traceId}-${span.spanId}-${flags}`;
}
