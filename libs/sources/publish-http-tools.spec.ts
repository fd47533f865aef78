/** After its caller's lease has expired, a publisher may send only read requests (ADR 17). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GuardedClient } from '@libs/egress';
import { startHttp, type LocalServer } from '@test/support/egress/local-servers';
import { NotSent, TooLate } from './publish-errors';
import { PublishHttpTools } from './publish-http-tools';
import type { PublishRequest } from './publisher';
import { builtInSources } from './platforms';

const source = builtInSources.find(({ facts }) => facts.slug === 'google');
if (source === undefined) throw new Error('no source');

describe('requests of a publisher after the lease of its caller has expired', () => {
  let server: LocalServer;
  const received: string[] = [];
  beforeAll(async () => {
    server = await startHttp((request, response) => {
      received.push(request.method ?? '');
      response.end('{}');
    });
  });
  beforeEach(() => received.splice(0));
  afterAll(() => server.stop());

  const send = (request: PublishRequest): Promise<unknown> => {
    const http = new PublishHttpTools({
      client: new GuardedClient({ exemptOrigins: [server.origin] }),
      source,
      origin: server.origin,
      permit: () => Promise.resolve(),
      beforeWrite: () => {
        throw new Error('the lease has expired');
      },
      signal: new AbortController().signal,
      version: 'test',
    });
    return http.request('https://mybusiness.googleapis.com/v4/reply', request).catch((error: unknown) => error);
  };

  it.each<PublishRequest>([
    { method: 'POST', body: '{}' },
    { method: 'PUT', body: '{}' },
    { method: 'PATCH', body: '{}' },
    { method: 'DELETE' },
  ])('does not send a $method request', async (request) => {
    const error = await send(request);
    expect(error).toBeInstanceOf(TooLate);
    // The platform has not stored the reply.
    expect(error).toBeInstanceOf(NotSent);
    expect(received).toEqual([]);
  });

  it.each<PublishRequest>([{}, { method: 'GET' }, { method: 'POST', effect: 'reads', body: 'grant_type=refresh' }])(
    'sends the read request %j',
    async (request) => {
      expect(await send(request)).toMatchObject({ status: 200 });
      expect(received).toEqual([request.method ?? 'GET']);
    },
  );
});

it('declares `effect: reads` only for token requests, and for notifications, which are delivered again', () => {
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' });
  const declaringFiles = files.filter(
    (file) =>
      /\.ts$/.test(file) &&
      !/\.spec\.ts$/.test(file) &&
      /(?<!readonly )effect: 'reads'/.test(readFileSync(join(__dirname, file), 'utf8')),
  );
  expect(declaringFiles.toSorted()).toEqual([
    'access/authorized.ts',
    'access/code-exchange.ts',
    'platforms/google/notifications.ts',
  ]);
});
