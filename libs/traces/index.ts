/**
 * Traces by the API of OpenTelemetry, which is used in this library only. Spans exist if the operator has loaded an SDK into the process
 * (docs/operations/traces.md). Without one, and in traces that are not sampled, all functions do almost nothing.
 *
 *   spanned, openSpan                 the spans of a stage: a request, a visit, an attempt
 *   spannedPart, isRecorded           parts of a recorded stage: a statement, a request to a platform
 *   activeTraceparent, markedSpan     what a stage stores for the next one, and `causes`, how the next one reads it
 */
export { flushTraces, ignoredSdk } from './sdk';
export {
  activeTraceparent,
  failActiveSpan,
  isRecorded,
  markedSpan,
  NO_SPAN,
  openSpan,
  spanned,
  spannedPart,
  traceFields,
  untraced,
  type OpenSpan,
  type SpanAttributes,
  type SpanFacts,
} from './spans';
