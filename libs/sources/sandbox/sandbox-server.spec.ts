import { eventually } from '@test/support/eventually';
import { SourceRegistry } from '../registry';
import { builtInSources } from '../platforms';
import { sandboxPlatforms, SandboxServer, type SandboxPlatform } from './index';

const echo: SandboxPlatform = {
  slug: 'echo',
  hosts: ['echo.example'],
  demo: { key: 'k', name: 'Echo', reviews: 80, ratings: [1, 5, 10], titles: true, replies: true, images: true },
  pageUrl: (key) => `https://echo.example/${encodeURIComponent(key)}`,
  reviewId: (serial) => `e${serial}`,
  respond: ({ method, url, headers, body }, findListing) => {
    if (url.pathname === '/fault') throw new Error('planted');
    const found = findListing(decodeURIComponent(url.pathname.slice(1)));
    const content = {
      method,
      url: url.href,
      agent: headers['user-agent'],
      body,
      name: found?.name,
      reviews: found?.reviews,
    };
    return { status: found === undefined ? 404 : 200, body: JSON.stringify(content) };
  },
};

describe('SandboxServer', () => {
  const sandbox = new SandboxServer([echo]);
  let origin = '';
  beforeAll(async () => {
    origin = await sandbox.start();
  });
  afterAll(() => sandbox.stop());

  const send = (path: string, init: RequestInit & { host?: string } = {}): Promise<Response> =>
    fetch(`${origin}${path}`, {
      ...init,
      headers: { 'user-agent': 'spec', ...(init.host === undefined ? {} : { 'x-hrev-original-host': init.host }) },
    });
  const control = async (method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> => {
    const response = await send(`/_sandbox${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  };

  it('serves the platform of the original host and records the request', async () => {
    sandbox.listing('echo', 'here').name = 'Here';
    const response = await send('/here?x=1', { method: 'POST', body: 'payload', host: 'api.echo.example' });
    expect(await response.json()).toEqual({
      method: 'POST',
      url: 'https://api.echo.example/here?x=1',
      agent: 'spec',
      body: 'payload',
      name: 'Here',
      reviews: [],
    });
    expect(sandbox.requests.at(-1)).toMatchObject({
      slug: 'echo',
      url: 'https://api.echo.example/here?x=1',
      method: 'POST',
    });
  });

  it.each(['evil.example', 'echo.example.evil.example', 'notecho.example', '127.0.0.1'])(
    'serves no platform for %s',
    async (host) => {
      expect((await send('/here', { host })).status).toBe(404);
    },
  );

  it('serves the platform that claims the host itself, not the platform of its parent domain', async () => {
    const inner = { ...echo, slug: 'inner', hosts: ['inner.echo.example'] };
    const both = new SandboxServer([echo, inner]);
    const address = await both.start();
    try {
      for (const host of ['inner.echo.example', 'other.echo.example', 'echo.example'])
        await fetch(`${address}/k`, { headers: { 'x-hrev-original-host': host } });
      expect(both.requests.map(({ slug }) => slug)).toEqual(['inner', 'echo', 'echo']);
    } finally {
      await both.stop();
    }
  });

  it('responds with 500 to an error of a sandbox platform', async () => {
    const response = await send('/fault', { host: 'echo.example' });
    expect([response.status, await response.text()]).toEqual([500, 'sandbox error: Error: planted']);
  });

  it('returns its origin for every platform', () => {
    expect(sandbox.origins).toEqual({ echo: origin });
    expect(new URL(origin).hostname).toBe('127.0.0.1');
  });

  it('delays responses', async () => {
    sandbox.slowDown(120);
    const started = Date.now();
    await send('/here', { host: 'echo.example' });
    sandbox.slowDown(0);
    expect(Date.now() - started).toBeGreaterThanOrEqual(115);
  });

  it('sets updatedAt for an edit by the author, but not for a reply', () => {
    const at = new Date('2026-01-01T00:00:00Z');
    const { id } = sandbox.add('echo', 'edits', { publishedAt: at });
    expect(id).toMatch(/^e\d+$/);
    expect(sandbox.edit('echo', 'edits', id, { reply: { text: 'R', at } }).updatedAt).toEqual(at);
    expect(sandbox.edit('echo', 'edits', id, { text: 'T' }).updatedAt.getTime()).toBeGreaterThan(at.getTime());
    sandbox.drop('echo', 'edits', id);
    expect(sandbox.listing('echo', 'edits').reviews).toEqual([]);
    expect(() => sandbox.drop('echo', 'edits', id)).toThrow(/no review/);
    expect(() => sandbox.listing('unknown', 'x')).toThrow(/no platform unknown/);
  });

  it('adds, changes and removes reviews and sets behaviours through the control interface', async () => {
    const added = await control('POST', '/echo/shop%2Fen/reviews', {
      text: 'By hand',
      rating: 5,
      reply: { text: 'Hi' },
    });
    expect(added).toMatchObject({ status: 201, body: { text: 'By hand', rating: 5, reply: { text: 'Hi' } } });
    const { id } = added.body as { id: string };
    expect(await control('PATCH', `/echo/shop%2Fen/reviews/${id}`, { reply: null, text: 'Other' })).toMatchObject({
      status: 200,
      body: { id, text: 'Other', reply: null },
    });
    expect(await control('POST', '/echo/shop%2Fen/behaviour', { behaviour: 'blocked', from_page: 2 })).toMatchObject({
      status: 200,
    });
    expect(await control('GET', '/echo/shop%2Fen')).toMatchObject({
      body: { key: 'shop/en', behaviour: 'blocked', behaviourFromPage: 2, reviews: [{ id }] },
    });
    expect((await control('GET', '')).body).toMatchObject({
      source_origins: { echo: origin },
      listings: expect.arrayContaining([
        expect.objectContaining({ slug: 'echo', key: 'shop/en', url: 'https://echo.example/shop%2Fen', reviews: 1 }),
      ]) as unknown,
    });
    expect(await control('DELETE', `/echo/shop%2Fen/reviews/${id}`)).toEqual({ status: 204, body: null });
    expect(sandbox.listing('echo', 'shop/en').reviews).toEqual([]);
  });

  it.each<[string, string, unknown, number]>([
    ['POST', '/missing/k/reviews', {}, 404],
    ['GET', '/echo/unknown', undefined, 404],
    ['POST', '/echo/k/reviews', { stars: 5 }, 400],
    ['POST', '/echo/k/behaviour', { behaviour: 'odd' }, 400],
    ['PATCH', '/echo/k/reviews/none', { text: 'x' }, 400],
    ['PATCH', '/echo/k/reviews/none', [], 400],
    ['GET', '/%ff/k', undefined, 400],
  ])('responds to %s %s %j with %d', async (method, path, body, status) => {
    expect((await control(method, path, body)).status).toBe(status);
  });

  it('stops while requests are running', async () => {
    const other = new SandboxServer([echo]);
    const otherOrigin = await other.start();
    other.slowDown(60_000);
    const pendingRequest = fetch(`${otherOrigin}/x`, { headers: { 'x-hrev-original-host': 'echo.example' } }).catch(
      (error: unknown) => error,
    );
    await eventually('the request', 60_000, () => other.requests.length > 0);
    await other.stop();
    expect(String(await pendingRequest)).toContain('fetch failed');
  });
});

describe('seedDemo', () => {
  const now = new Date('2026-07-01T00:00:00Z');
  const demo = (): SandboxServer => {
    const server = new SandboxServer(sandboxPlatforms);
    server.seedDemo(now);
    return server;
  };

  it('creates one listing per platform, with an address that its source recognizes', () => {
    const registry = new SourceRegistry(builtInSources);
    const addresses = new SandboxServer(sandboxPlatforms).seedDemo(now);
    expect(addresses).toHaveLength(sandboxPlatforms.length);
    const recognized = addresses.filter((address) => 'source' in registry.detect(address));
    expect(recognized.length).toBeGreaterThanOrEqual(builtInSources.length);
  });

  it('creates the same reviews at every start, and only once', () => {
    const [first, second] = [demo(), demo()];
    second.seedDemo(now);
    for (const {
      slug,
      demo: { key },
    } of sandboxPlatforms) {
      expect(second.listing(slug, key)).toEqual(first.listing(slug, key));
    }
  });

  it.each(sandboxPlatforms)(
    'creates reviews of $slug in several alphabets, with and without text, replies and images',
    ({ slug, demo: expected }) => {
      const { reviews } = demo().listing(slug, expected.key);
      expect(reviews).toHaveLength(expected.reviews);
      expect(expected.reviews).toBeGreaterThanOrEqual(60);
      const all = reviews.map(({ text }) => text ?? '').join(' ');
      for (const alphabet of [/[a-z]/, /[а-я]/, /[ぁ-ん]/, /[ء-ي]/]) expect(all).toMatch(alphabet);
      expect(reviews.some(({ text }) => text === null)).toBe(true);
      expect(reviews.some(({ reply }) => reply !== null)).toBe(expected.replies ?? false);
      expect(reviews.some(({ images }) => images.length > 0)).toBe(expected.images ?? false);
      expect(new Set(reviews.map(({ id }) => id)).size).toBe(expected.reviews);
      expect(reviews.every(({ rating }) => rating !== null && expected.ratings.includes(rating))).toBe(true);
      expect(reviews.every(({ publishedAt, reply }) => publishedAt <= now && (reply === null || reply.at <= now))).toBe(
        true,
      );
    },
  );
});
