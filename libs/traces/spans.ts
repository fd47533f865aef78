import {
  context,
  createContextKey,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Link,
  type Span,
  type SpanContext,
  type Tracer,
  type TracerProvider,
} from '@opentelemetry/api';
import { readTraceparent, writeTraceparent } from './traceparent';

/** The name of the instrumentation scope of all spans. */
const SCOPE = 'hrev';

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** Values by names of the semantic conventions, or `hrev.`: no addresses, no contents, and no ids that log lines do not have. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A span to begin. */
export interface SpanFacts {
  /** One of a few names: without ids and other values that clients choose. */
  readonly name: string;
  /** Default: `internal`. */
  readonly kind?: keyof typeof KINDS;
  readonly attributes?: SpanAttributes;
  /**
   * The spans (`traceparent`) that caused the work, as stored by an earlier stage. A single one is the parent; several are linked, and the span begins
   * a trace, as it does with none. Without `causes`, the active span is the parent.
   */
  readonly causes?: readonly (string | null)[];
  /** Further spans (`traceparent`) to link. */
  readonly links?: readonly (string | null)[];
}

/** A span that has begun. */
export interface OpenSpan {
  /** Runs work in which the span is active, also after its awaits. */
  run<T>(work: () => T): T;
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  /** Sets the status of the span to an error. `code`: what failed, one of a few values. */
  fail(code: string): void;
  end(): void;
  /** For a later stage, or another process; null without an SDK. */
  readonly traceparent: string | null;
}

/** Begins a span. The caller ends it. */
export function openSpan({ name, kind = 'internal', attributes = {}, causes, links = [] }: SpanFacts): OpenSpan {
  const found = causes === undefined ? [] : distinct(causes);
  const [only] = found.length === 1 ? found : [];
  const parent =
    causes === undefined ? context.active() : only ? trace.setSpanContext(ROOT_CONTEXT, only) : ROOT_CONTEXT;
  const linked = [...(only ? [] : found), ...distinct(links)].map((span): Link => ({ context: span }));
  const span = tracer().startSpan(
    name,
    { kind: KINDS[kind], attributes: attributes as Attributes, ...(linked.length === 0 ? {} : { links: linked }) },
    parent,
  );
  return new BegunSpan(span, trace.setSpan(parent, span));
}

/** Runs work in a span, which fails if the work throws. */
export async function spanned<T>(facts: SpanFacts, work: (span: OpenSpan) => Promise<T>): Promise<T> {
  const span = openSpan(facts);
  try {
    return await span.run(() => work(span));
  } catch (error) {
    span.fail(errorCode(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Whether the active span is recorded: false without an SDK, in traces that are not sampled, and once the span has ended. */
export const isRecorded = (): boolean => trace.getActiveSpan()?.isRecording() === true;

/** Like `spanned`, for parts of recorded work; without it, only runs the work. */
export function spannedPart<T>(facts: SpanFacts, work: (span: OpenSpan) => Promise<T>): Promise<T> {
  return isRecorded() ? spanned(facts, work) : work(NO_SPAN);
}

/** Records that something was created for a later stage, as a span without duration. Returns its `traceparent`; null without an SDK. */
export function markedSpan(facts: SpanFacts): string | null {
  const span = openSpan(facts);
  span.end();
  return span.traceparent;
}

/** Sets the status of the active span to an error; its code is that of the error. */
export function failActiveSpan(error: unknown): void {
  const span = trace.getActiveSpan();
  if (span !== undefined) fail(span, errorCode(error));
}

/** The `traceparent` of the active span; null if there is none. */
export function activeTraceparent(): string | null {
  return writeTraceparent(trace.getActiveSpan()?.spanContext());
}

/** The ids of the active span as fields of a log line; undefined if there is none. */
export function traceFields(): { readonly trace_id: string; readonly span_id: string } | undefined {
  const span = trace.getActiveSpan()?.spanContext();
  if (span === undefined || !isSpanContextValid(span)) return undefined;
  return { trace_id: span.traceId, span_id: span.spanId };
}

/** The key by which the SDK and its instrumentations recognize work that has no spans and sends no `traceparent`. */
const SUPPRESSED = ROOT_CONTEXT.setValue(createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING'), true);

/** Runs work that belongs to no span, also for instrumentations that an operator has loaded. */
export function untraced<T>(work: () => T): T {
  return context.with(SUPPRESSED, work);
}

class BegunSpan implements OpenSpan {
  constructor(
    private readonly span: Span,
    private readonly inside: Context,
  ) {}

  get traceparent(): string | null {
    return writeTraceparent(this.span.spanContext());
  }

  run<T>(work: () => T): T {
    return context.with(this.inside, work);
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes(attributes as Attributes);
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  fail(code: string): void {
    fail(this.span, code);
  }

  end(): void {
    this.span.end();
  }
}

/** A span that is not recorded, and changes nothing. */
export const NO_SPAN: OpenSpan = {
  run: (work) => work(),
  set: () => undefined,
  rename: () => undefined,
  fail: () => undefined,
  end: () => undefined,
  traceparent: null,
};

/** The tracer of the current provider. An SDK may be registered later, and tests register several. */
function tracer(): Tracer {
  const now = trace.getTracerProvider();
  if (now !== provider || cached === null) [provider, cached] = [now, now.getTracer(SCOPE)];
  return cached;
}
let provider: TracerProvider | null = null;
let cached: Tracer | null = null;

/** The error's message is left out: it may have contents. */
function fail(span: Span, code: string): void {
  span.setAttribute('error.type', code);
  span.setStatus({ code: SpanStatusCode.ERROR, message: code });
}

const CODE = /^[\w.-]{1,64}$/;

/** The code of an error, or else its kind or its name. */
function errorCode(error: unknown): string {
  const { code, kind, name } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const codes = [code, kind, name].filter((value): value is string => typeof value === 'string' && CODE.test(value));
  return codes[0] ?? '_OTHER';
}

/** The valid spans, each once. */
function distinct(spans: readonly (string | null)[]): readonly SpanContext[] {
  return [...new Set(spans)].flatMap((traceparent) => readTraceparent(traceparent) ?? []);
}
