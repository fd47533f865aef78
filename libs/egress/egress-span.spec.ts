import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { context, defaultTextMapSetter } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { startHttp, type LocalServer } from '@test/support/egress/local-servers';
import { recordedSpans, recordSpans } from '@test/support/recorded-spans';
import { spanned } from '@libs/traces';
import type { EgressRequest } from './egress-message';
import { GuardedClient } from './guarded-client';

const REFUSED_PORT = 1;

describe('the span of an outgoing request', () => {
  recordSpans();
  let server: LocalServer;
  let client: GuardedClient;
  const received: Record<string, unknown>[] = [];

  beforeAll(async () => {
    server = await startHttp((request, response) => {
      received.push(request.headers);
      response.writeHead(Number(request.url?.slice(1)), { 'content-length': 2 }).end('ok');
    });
    client = new GuardedClient({ exemptOrigins: [server.origin], allowPrivate: true });
  });
  beforeEach(() => (received.length = 0));
  afterAll(async () => {
    client.close();
    await server.stop();
  });

  const inStage = (path: string, request: EgressRequest): Promise<unknown> =>
    spanned({ name: 'stage' }, () => client.request(`${server.origin}${path}`, request).catch(() => null));

  it('names its sender, and has status and bytes', async () => {
    await inStage('/200', { source: 'steam', method: 'POST', body: 'a review', headers: { authorization: 'secret' } });
    const [span, stage] = recordedSpans();
    expect(span).toMatchObject({ name: 'POST steam', kind: 'client', parentId: stage?.spanId, error: null });
    expect(span?.attributes).toEqual({
      'http.request.method': 'POST',
      'hrev.source': 'steam',
      'http.response.status_code': 200,
      'http.request.size': expect.any(Number) as number,
      'http.response.size': expect.any(Number) as number,
    });
    expect(span?.attributes['http.request.size']).toBeGreaterThan(100);
    expect(span?.attributes['http.response.size']).toBeGreaterThan(30);
  });

  it.each<[what: string, path: string, error: string | null]>([
    ['a redirect is no error', '/302', null],
    ['a refusal', '/403', '403'],
    ['a failure of the platform', '/503', '503'],
  ])('%s', async (_, path, error) => {
    await inStage(path, { source: 'steam' });
    expect(recordedSpans()[0]).toMatchObject({ name: 'GET steam', error });
  });

  it('has the kind of a failure as its error, and no address', async () => {
    await spanned({ name: 'stage' }, async () => {
      await client.request(`http://127.0.0.1:${REFUSED_PORT}/object?key=secret`, { source: 'steam' }).catch(() => null);
    });
    const [span] = recordedSpans();
    expect(span).toMatchObject({ name: 'GET steam', error: 'network' });
    expect(JSON.stringify(span)).not.toMatch(/127\.0\.0\.1|object|secret/);
  });

  it.each<[what: string, request: EgressRequest]>([
    ['without a stage', { source: 'steam' }],
    ['if the caller has begun it', { source: 'webhooks', hasSpan: true }],
  ])('is left out %s', async (what, request) => {
    if (what === 'without a stage') await client.request(`${server.origin}/200`, request);
    else await inStage('/200', request);
    expect(recordedSpans().map(({ name }) => name)).toEqual(what === 'without a stage' ? [] : ['stage']);
    expect(received).toHaveLength(1);
  });

  it('sends no traceparent to a platform, even if an instrumentation of the operator adds it to requests', async () => {
    // As @opentelemetry/instrumentation-undici does.
    const added: boolean[] = [];
    const instrument = (message: unknown): void => {
      const { request } = message as { readonly request: { addHeader(name: string, value: string): void } };
      const headers: Record<string, string> = {};
      new W3CTraceContextPropagator().inject(context.active(), headers, defaultTextMapSetter);
      added.push('traceparent' in headers);
      for (const [name, value] of Object.entries(headers)) request.addHeader(name, value);
    };
    subscribe('undici:request:create', instrument);
    try {
      for (const keepAlive of [false, true, true]) await inStage('/200', { source: 'steam', keepAlive });
      await spanned({ name: 'stage' }, async () => void (await fetch(`${server.origin}/200`)));
    } finally {
      unsubscribe('undici:request:create', instrument);
    }
    expect(added.slice(0, 3)).toEqual([false, false, false]);
    expect(received.slice(0, 3).map((headers) => headers['traceparent'])).toEqual([undefined, undefined, undefined]);
  });
});
