/** What may leave of a publisher's requests once its caller may change nothing any more (ADR 17). */
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

describe('requests of a publisher whose caller may write no more', () => {
  let server: LocalServer;
  const heard: string[] = [];
  beforeAll(async () => {
    server = await startHttp((request, response) => {
      heard.push(request.method ?? '');
      response.end('{}');
    });
  });
  beforeEach(() => heard.splice(0));
  afterAll(() => server.stop());

  const send = (request: PublishRequest): Promise<unknown> => {
    const http = new PublishHttpTools({
      client: new GuardedClient({ exemptOrigins: [server.origin] }),
      source,
      origin: server.origin,
      permit: () => Promise.resolve(),
      beforeWrite: () => {
        throw new Error('its time is over');
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
  ])('$method does not leave', async (request) => {
    const error = await send(request);
    expect(error).toBeInstanceOf(TooLate);
    // Nothing was done: proven.
    expect(error).toBeInstanceOf(NotSent);
    expect(heard).toEqual([]);
  });

  it.each<PublishRequest>([{}, { method: 'GET' }, { method: 'POST', effect: 'reads', body: 'grant_type=refresh' }])(
    '%j asks only, and leaves',
    async (request) => {
      expect(await send(request)).toMatchObject({ status: 200 });
      expect(heard).toEqual([request.method ?? 'GET']);
    },
  );
});

it('no publisher says of a request that it only reads: the one call that may is that for a token', () => {
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' });
  const claiming = files.filter(
    (file) =>
      /\.ts$/.test(file) &&
      !/\.spec\.ts$/.test(file) &&
      /(?<!readonly )effect: 'reads'/.test(readFileSync(join(__dirname, file), 'utf8')),
  );
  expect(claiming).toEqual(['access/authorized.ts']);
});
