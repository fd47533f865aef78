import { trace } from '@opentelemetry/api';

/** What the SDK's provider has in addition to the API, behind the proxy that the API registers. */
interface Delegating {
  getDelegate?(): { forceFlush?(): Promise<void> };
}

/** Sends the spans that have ended. Call it before the process ends. Resolves when they are sent; without an SDK at once. */
export async function flushTraces(): Promise<void> {
  const provider = trace.getTracerProvider() as Delegating;
  await provider.getDelegate?.().forceFlush?.();
}

const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/**
 * Why no spans are created although an SDK is registered: it uses an older minor version of the API, which this version ignores
 * without a message. Null if there is no SDK, or if it is used.
 */
export function ignoredSdk(): string | null {
  const registered = (globalThis as Readonly<Record<symbol, { trace?: unknown; version?: string } | undefined>>)[
    REGISTERED
  ];
  if (registered?.trace === undefined || registered.trace === trace.getTracerProvider()) return null;
  return `no traces: the OpenTelemetry SDK was loaded with version ${registered.version} of @opentelemetry/api, which is older than that of hrev (docs/operations/traces.md)`;
}
