import { trace } from '@opentelemetry/api';
import { InMemorySpanExporter, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { flushTraces, ignoredSdk } from './sdk';
import { openSpan } from './spans';

const REGISTERED = Symbol.for('opentelemetry.js.api.1');
const globals = globalThis as Record<symbol, unknown>;

describe('the SDK of the operator', () => {
  const before = globals[REGISTERED];
  afterEach(() => {
    trace.disable();
    globals[REGISTERED] = before;
  });

  it('need not exist', async () => {
    expect(ignoredSdk()).toBeNull();
    await flushTraces();
  });

  it('sends the spans that it keeps', async () => {
    const exporter = new InMemorySpanExporter();
    const spanProcessors = [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 60_000 })];
    trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors }));
    expect(ignoredSdk()).toBeNull();
    openSpan({ name: 'last' }).end();
    expect(exporter.getFinishedSpans()).toEqual([]);
    await flushTraces();
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(['last']);
    await spanProcessors[0]?.shutdown();
  });

  it.each([
    ['1.9.1', 'is not used'],
    ['1.10.0', null],
    ['1.11.0', null],
  ])('of version %s of the API %s', (version, problem) => {
    globals[REGISTERED] = { version, trace: { getTracer: () => ({}) } };
    if (problem === null) expect(ignoredSdk()).toBeNull();
    else
      expect(ignoredSdk()).toContain(`with version ${version} of @opentelemetry/api, which is older than that of hrev`);
  });
});
