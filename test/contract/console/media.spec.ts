import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aMember, aSession, type Browser } from '@test/support/console-person';
import { eventually } from '@test/support/eventually';
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
  /** Responses of a slow platform, until it is open. */
  const held: ServerResponse[] = [];
  let isOpen = false;

  beforeAll(async () => {
    host = createServer(({ url = '' }, response) => {
      requests += 1;
      if (url === '/photo.png') response.end(PNG);
      else if (url === '/small.gif') response.end('GIF89a-small');
      else if (url === '/moved') response.writeHead(302, { location: '/photo.png' }).end();
      else if (url === '/slow' && !isOpen) held.push(response);
      else if (url === '/slow') response.end(PNG);
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

  it('gives the picture with its own type, in a sandbox', async () => {
    const id = await reviewWith(`${origin}/photo.png`);
    const answer = await photo(id);
    expect([answer.status, answer.body]).toEqual([200, PNG]);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const small = await photo(id, '1?size=preview');
    expect([small.headers['content-type'], (small.body as Buffer).toString()]).toEqual(['image/gif', 'GIF89a-small']);
  });

  it('stays in the cache of a browser only for its session: each use is checked, and the end of the session clears it', async () => {
    const { id, browser } = await aMember(app, account.accountId, 'viewer');
    const path = `/console/api/media/${await reviewWith(`${origin}/photo.png`)}/1?account_id=${account.accountId}`;
    const { headers } = await browser.send('GET', path);
    requests = 0;
    const again = await browser.send('GET', path, null, { 'if-none-match': headers['etag'] ?? '' });
    expect([again.status, again.headers['cache-control'], requests]).toEqual([304, 'private, no-cache', 0]);
    const other = await browser.send('GET', path, null, { 'if-none-match': '"another"' });
    expect([other.status, requests]).toEqual([200, 1]);
    const left = await browser.send('POST', '/console/api/sign-out', {});
    expect([left.status, left.headers['clear-site-data']]).toEqual([204, '"cache"']);
    const later = await browser.send('GET', path, null, { 'if-none-match': headers['etag'] ?? '' });
    expect(later.status).toBe(401);
    const afterSignIn = await (await aSession(app, id, false)).send('GET', path);
    expect(afterSignIn.status).toBe(200);
  });

  it('fetches photos of an account while another waits for slow ones', async () => {
    const review = await reviewWith(`${origin}/slow`);
    const slow = Array.from({ length: 40 }, () => photo(review));
    await eventually('the slow photos are requested', 5_000, () => held.length > 0);
    const other = await app.anAccount({ plan: 'full' });
    const theirLink = await aLink(app.database, { accountId: other.accountId });
    const theirs = await insertReview(app.database, {
      ...theirLink,
      images: [{ template_url: `${origin}/photo.png`, preview: null, image: `${origin}/photo.png` }],
    });
    const { browser } = await aMember(app, other.accountId, 'viewer');
    const path = `/console/api/media/${theirs}/1?account_id=${other.accountId}`;
    const quick = await Promise.all(Array.from({ length: 5 }, () => browser.send('GET', path)));
    expect(quick.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(held).toHaveLength(6);
    isOpen = true;
    held.splice(0).forEach((response) => response.end(PNG));
    expect(new Set((await Promise.all(slow)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('refuses an account whose photos wait in too great a number, and no other', async () => {
    isOpen = false;
    const review = await reviewWith(`${origin}/slow`);
    const answers = Array.from({ length: 80 }, () => photo(review));
    await eventually('the slow photos are requested', 5_000, () => held.length === 6);
    let refused = 0;
    for (const answer of answers) void answer.then(({ status }) => (refused += status === 503 ? 1 : 0));
    // Six are fetched and 64 wait.
    await eventually('the others are refused', 10_000, () => refused === 10);
    expect((await Promise.any(answers)).headers['retry-after']).toBe('2');
    isOpen = true;
    held.splice(0).forEach((response) => response.end(PNG));
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 503)).toHaveLength(10);
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
