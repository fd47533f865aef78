/** An SDK with an exporter in memory, as an operator loads one. */
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  InMemorySpanExporter,
  ParentBasedSampler,
  SimpleSpanProcessor,
  TracerProvider,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace';

/** A span that has ended. Ids are in hexadecimal. */
export interface RecordedSpan {
  readonly name: string;
  readonly kind: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined for the first span of a trace. */
  readonly parentId: string | undefined;
  /** Ids of the linked spans. */
  readonly links: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The code of an error; null without one. */
  readonly error: string | null;
}

/** One storage for all files of a worker: each one makes every promise slower. */
const contexts = new AsyncLocalStorageContextManager();
const exporter = new InMemorySpanExporter();

/**
 * Registers the SDK for the tests of a file; until the end of the file, its spans are recorded. `samples`: whether traces that begin here are
 * recorded.
 */
export function recordSpans({ samples = true }: { readonly samples?: boolean } = {}): void {
  beforeAll(() => {
    const provider = new TracerProvider({
      spanProcessors: [new SimpleSpanProcessor({ exporter })],
      sampler: new ParentBasedSampler({ root: samples ? new AlwaysOnSampler() : new AlwaysOffSampler() }),
    });
    context.setGlobalContextManager(contexts.enable());
    trace.setGlobalTracerProvider(provider);
  });
  beforeEach(() => exporter.reset());
  afterAll(() => {
    trace.disable();
    context.disable();
    exporter.reset();
  });
}

/** The spans that have ended since the beginning of the test, in the order of their ends. */
export const recordedSpans = (): readonly RecordedSpan[] => exporter.getFinishedSpans().map(asRecorded);

function asRecorded(span: ReadableSpan): RecordedSpan {
  const { traceId, spanId } = span.spanContext();
  return {
    ...{ name: span.name, kind: SpanKind[span.kind].toLowerCase(), traceId, spanId },
    parentId: span.parentSpanContext?.spanId,
    links: span.links.map((link) => link.context.spanId),
    attributes: span.attributes,
    error: span.status.code === SpanStatusCode.ERROR ? (span.status.message ?? '') : null,
  };
}
