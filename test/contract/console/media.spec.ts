import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aMember, type Browser } from '@test/support/console-person';
import { insertReview } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('photos of reviews', () => {
  let app: TestApp;
  let account: TestAccount;
  let viewer: Browser;
  let link: LinkFixture;
  let host: Server;
  let origin: string;
  let requests: number;

  beforeAll(async () => {
    host = createServer(({ url = '' }, response) => {
      requests += 1;
      if (url === '/photo.png') response.end(PNG);
      else if (url === '/small.gif') response.end('GIF89a-small');
      else if (url === '/moved') response.writeHead(302, { location: '/photo.png' }).end();
      else if (url === '/loop') response.writeHead(302, { location: '/loop' }).end();
      else if (url === '/inside') response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
      else if (url === '/huge') {
        response.write(PNG);
        response.end(Buffer.alloc(6 * 1024 * 1024));
      } else if (url === '/svg')
        response.writeHead(200, { 'content-type': 'image/png' }).end('<svg onload="alert(1)"/>');
      else response.writeHead(404).end('no');
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    app = await testApp({
      environment: { HREV_RATE_LIMIT: '1000000', HREV_SOURCE_ORIGINS: JSON.stringify({ trustpilot: origin }) },
    });
    account = await app.anAccount({ plan: 'full' });
    ({ browser: viewer } = await aMember(app, account.accountId, 'viewer'));
    link = await aLink(app.database, { accountId: account.accountId });
  });
  beforeEach(() => {
    requests = 0;
  });
  afterAll(async () => {
    await app?.close();
    host.close();
  });

  const reviewWith = (image: string, more: object = {}): Promise<number> =>
    insertReview(app.database, {
      ...link,
      images: [{ template_url: image, preview: `${origin}/small.gif`, image }],
      ...more,
    });
  const photo = (id: number, rest = '1', accountId = account.accountId) =>
    viewer.send('GET', `/console/api/media/${id}/${rest}${rest.includes('?') ? '&' : '?'}account_id=${accountId}`);
  const outcomeOf = async (address: string): Promise<unknown> => {
    const { status, body } = await photo(await reviewWith(address));
    return [status, (body as { code?: string }).code];
  };

  it('gives the picture with its own type, for a day, in a sandbox', async () => {
    const id = await reviewWith(`${origin}/photo.png`);
    const answer = await photo(id);
    expect([answer.status, answer.body]).toEqual([200, PNG]);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=86400',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const small = await photo(id, '1?size=preview');
    expect([small.headers['content-type'], (small.body as Buffer).toString()]).toEqual(['image/gif', 'GIF89a-small']);
  });

  it('follows few redirects, and each is checked', async () => {
    expect((await photo(await reviewWith(`${origin}/moved`))).status).toBe(200);
    expect(await outcomeOf(`${origin}/loop`)).toEqual([404, 'not_found']);
    expect(await outcomeOf(`${origin}/inside`)).toEqual([404, 'not_found']);
  });

  it('gives no other type, nothing above 5 MiB, and nothing of a failed request', async () => {
    for (const path of ['svg', 'huge', 'absent'])
      expect([path, await outcomeOf(`${origin}/${path}`)]).toEqual([path, [404, 'not_found']]);
  });

  it('reaches no address inside', async () => {
    for (const address of [
      'http://127.0.0.1:1/x.png',
      'http://169.254.169.254/x',
      'http://[::1]/x',
      'file:///etc/passwd',
      'x',
    ])
      expect([address, await outcomeOf(address)]).toEqual([address, [404, 'not_found']]);
    expect(requests).toBe(0);
  });

  it('also of hidden and deleted reviews; a foreign review is a missing one', async () => {
    const hidden = await reviewWith(`${origin}/photo.png`, { hiddenAt: '2026-11-20T08:00:00Z' });
    const gone = await reviewWith(`${origin}/photo.png`, { deletedAt: '2026-11-20T08:00:00Z' });
    expect([(await photo(hidden)).status, (await photo(gone)).status]).toEqual([200, 200]);
    const other = await app.anAccount();
    const { browser } = await aMember(app, other.accountId, 'owner');
    const theirs = await browser.send('GET', `/console/api/media/${hidden}/1?account_id=${other.accountId}`);
    const missing = await browser.send('GET', `/console/api/media/999999999/1?account_id=${other.accountId}`);
    expect([theirs.status, theirs.text]).toEqual([404, missing.text]);
    expect([(await photo(hidden, '2')).status, (await photo(hidden, '0')).status]).toEqual([404, 422]);
    expect((await viewer.send('GET', `/console/api/media/${hidden}/1`)).status).toBe(400);
  });
});
