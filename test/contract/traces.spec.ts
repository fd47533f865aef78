/** The spans of requests, and the header `traceparent` (contract §1.4). */
import { connect } from 'node:net';
import { activeTraceparent } from '@libs/traces';
import { eventually } from '@test/support/eventually';
import { recordedSpans, recordSpans, type RecordedSpan } from '@test/support/recorded-spans';
import { probeApp } from './probe/probe-app';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const SAMPLED = `00-${TRACE}-${SPAN}-01`;

describe('the span of a request', () => {
  recordSpans();
  const probes = probeApp();

  const requestSpans = (): readonly RecordedSpan[] => recordedSpans().filter(({ kind }) => kind === 'server');
  /** A span ends after the response has arrived. */
  const requestSpan = (): Promise<RecordedSpan> => eventually('the span', 10_000, () => requestSpans()[0]);
  const childrenOf = ({ spanId }: RecordedSpan): readonly RecordedSpan[] =>
    recordedSpans().filter(({ parentId }) => parentId === spanId);

  it('has the pattern of the route, the status and the statements, and no value of the client', async () => {
    const { app, account } = probes.current();
    await app.agent
      .post('/v3/objects')
      .set('X-API-Key', account.full)
      .set('User-Agent', 'secret-agent')
      .query({ secret: 'secret-query' })
      .send({ name: 'Secret name', links: [{ url: 'https://www.trustpilot.com/review/secret.example' }] });
    const span = await requestSpan();
    expect(span).toMatchObject({ name: 'POST /v3/objects', parentId: undefined, links: [], error: null });
    expect(span.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/v3/objects',
      'http.response.status_code': 201,
    });
    const statements = childrenOf(span);
    expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['INSERT link', 'COMMIT']));
    expect(statements.every(({ kind, attributes }) => kind === 'client' && attributes['db.system.name'])).toBe(true);
    expect(JSON.stringify(recordedSpans())).not.toMatch(/secret|Secret/);
    expect(JSON.stringify(recordedSpans())).not.toContain(account.full);
  });

  it('has the span of a valid traceparent as its parent', async () => {
    await probes.read('/v3/objects').set('traceparent', SAMPLED);
    expect(await requestSpan()).toMatchObject({ traceId: TRACE, parentId: SPAN });
  });

  it.each([
    ['of another form', 'trace 1'],
    ['of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['with capital letters', SAMPLED.toUpperCase()],
    ['with more fields', `${SAMPLED}-00`],
    ['that is repeated', `${SAMPLED}, ${SAMPLED}`],
    ['that is long', `${SAMPLED.replace(/^00/, '01')}-${'x'.repeat(1_000)}`],
  ])('ignores a traceparent %s', async (_, value) => {
    await probes.read('/v3/objects').set('traceparent', value).expect(200);
    const span = await requestSpan();
    expect(span.parentId).toBeUndefined();
    expect(span.traceId).not.toBe(TRACE);
  });

  it('is not recorded if the client does not sample its trace', async () => {
    await probes.read('/v3/objects').set('traceparent', `00-${TRACE}-${SPAN}-00`);
    await probes.read('/v3/sources').set('traceparent', SAMPLED);
    await requestSpan();
    expect(requestSpans()).toMatchObject([{ name: 'GET /v3/sources', traceId: TRACE }]);
  });

  it.each<[what: string, path: string, name: string, route: string | undefined, error: string | null]>([
    ['a path without a route', '/v3/secret', 'GET', undefined, null],
    ['a refusal', '/v3/objects/planted', 'GET /v3/objects/:object_id', '/v3/objects/:object_id', null],
    ['an error of the service', '/v3/probes/broken', 'GET /v3/probes/broken', '/v3/probes/broken', 'internal_error'],
  ])('names %s', async (_, path, name, route, error) => {
    await probes.read(path);
    const span = await requestSpan();
    expect(span).toMatchObject({ name, error });
    expect(span.attributes['http.route']).toBe(route);
    expect(JSON.stringify(span)).not.toMatch(/secret|hunter2|planted/);
  });

  it('says that the client left before the response', async () => {
    const { app, account } = probes.current();
    const { port, hostname } = new URL(app.address);
    const head = [
      'POST /v3/probes HTTP/1.1',
      'Host: localhost',
      `X-API-Key: ${account.full}`,
      'Content-Type: application/json',
    ];
    const socket = connect(Number(port), hostname, () => {
      socket.write([...head, 'Content-Length: 100', '', '{"name":'].join('\r\n'));
      setTimeout(() => socket.destroy(), 200);
    });
    const span = await requestSpan();
    expect(span).toMatchObject({ name: 'POST /v3/probes', error: 'aborted' });
    expect(span.attributes).not.toHaveProperty('http.response.status_code');
  });

  it.each(['/health', '/health/read'])('is left out for %s', async (path) => {
    const { app } = probes.current();
    await app.agent.get(path).expect(200);
    await probes.read('/v3/sources');
    expect((await requestSpan()).name).toBe('GET /v3/sources');
  });

  it('has its ids in the lines that the request logs', async () => {
    const { app } = probes.current();
    app.logLines.length = 0;
    await probes.read('/v3/probes/broken').set('traceparent', SAMPLED);
    const { traceId, spanId } = await requestSpan();
    for (const msg of ['request', 'request failed'])
      expect(app.logLines.find((line) => line['msg'] === msg)).toMatchObject({ trace_id: traceId, span_id: spanId });
  });

  it('does not mix with that of another request at the same time', async () => {
    const traces = Array.from({ length: 12 }, (_, n) => n.toString(16).padStart(32, 'a'));
    await Promise.all(
      traces.map((trace) => probes.read('/v3/objects').set('traceparent', `00-${trace}-${SPAN}-01`).expect(200)),
    );
    await eventually('all spans', 10_000, () => requestSpans().length === traces.length);
    expect(new Set(requestSpans().map(({ traceId }) => traceId))).toEqual(new Set(traces));
    for (const span of requestSpans()) {
      const statements = childrenOf(span);
      expect(statements.length).toBeGreaterThan(0);
      expect(new Set(statements.map(({ traceId }) => traceId))).toEqual(new Set([span.traceId]));
    }
  });
});

describe('a request without an SDK', () => {
  const probes = probeApp();

  it('accepts a traceparent, and logs no ids', async () => {
    const { app } = probes.current();
    await probes.read('/v3/objects').set('traceparent', SAMPLED).expect(200);
    const line = await eventually('the line', 10_000, () => app.logLines.find(({ msg }) => msg === 'request'));
    expect(Object.keys(line)).not.toContain('trace_id');
    expect(activeTraceparent()).toBeNull();
  });
});
