import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { testApp, type TestApp } from '@test/support/test-app';

/** The pages of the console as the API serves them, and their sizes. `npm run build` writes them. */
const BUILT = path.resolve(__dirname, '../../dist/console');
const KB = 1_000;

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly src?: string;
}

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('the page', () => {
  it.each(['/console', '/console/', '/console/sign-in', '/console/a/1/objects/2/links?link=3', '/console/nothing'])(
    'is the response to %s',
    async (address) => {
      const response = await app.agent.get(address);
      expect([response.status, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(response.text).toContain('<div id="root">');
    },
  );

  it('has a policy without inline scripts, with a nonce for styles that differs in each response', async () => {
    const nonces = new Set<string>();
    for (let n = 0; n < 3; n += 1) {
      const { headers, text } = await app.agent.get('/console');
      const [, nonce = ''] = /<meta name="csp-nonce" nonce="([^"]+)"/.exec(text) ?? [];
      nonces.add(nonce);
      expect(headers['content-security-policy']).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'`,
      );
      expect([headers['cache-control'], headers['referrer-policy'], headers['x-content-type-options']]).toEqual([
        'no-store',
        'same-origin',
        'nosniff',
      ]);
      expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|\{\{nonce\}\}/);
    }
    expect([...nonces].every((nonce) => Buffer.from(nonce, 'base64').length === 16)).toBe(true);
    expect(nonces.size).toBe(3);
  });

  it('shows a text before its scripts and styles are loaded', async () => {
    const { text } = await app.agent.get('/console');
    const [before = '', after = ''] = text.split('Loading the console.');
    expect(before).not.toMatch(/<link rel="stylesheet"[^>]*assets/);
    expect(after).toMatch(/<link rel="stylesheet"[^>]*assets/);
  });

  it('preloads the scripts of the frame and of the screen in an account, and none elsewhere', async () => {
    const [account, signIn] = await Promise.all([
      app.agent.get('/console/a/1/overview'),
      app.agent.get('/console/sign-in'),
    ]);
    const manifest = JSON.parse(readFileSync(path.join(BUILT, '.vite/manifest.json'), 'utf8')) as Readonly<
      Record<string, Chunk>
    >;
    const named = [...(account.headers['link'] ?? '').matchAll(/<([^>]+)>; rel=modulepreload/g)].map(
      ([, file]) => file,
    );
    for (const script of ['src/frame/frame.tsx', 'src/screens/overview/screen.tsx'])
      expect(named).toContain(`/console/${manifest[script]?.file}`);
    for (const other of ['/console/a/1', '/console/a/1/constructor', '/console/a/1/nothing'])
      expect((await app.agent.get(other)).headers['link']).toContain(String(manifest['src/frame/frame.tsx']?.file));
    const statuses = await Promise.all(named.map(async (file) => (await app.agent.get(String(file))).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(account.text).not.toContain(named[0]);
    expect(signIn.headers['link']).toBeUndefined();
  });

  it('has no body in the response to HEAD', async () => {
    const { status, text } = await app.agent.head('/console');
    expect([status, text]).toEqual([200, undefined]);
  });
});

describe('files', () => {
  it('with a hash in their name may be cached without a time limit, others are checked', async () => {
    const asset = await app.agent.get(`/console/assets/${readdirSync(path.join(BUILT, 'assets'))[0]}`);
    const theme = await app.agent.get('/console/theme.js');
    expect([asset.status, asset.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect([theme.status, theme.headers['cache-control']]).toEqual([200, 'no-cache']);
  });

  it.each([
    '/console/assets/gone.js',
    '/console/index.html',
    '/console/.vite/manifest.json',
    '/console/%2e%2e/package.json',
  ])('%s is not served', async (address) => expect((await app.agent.get(address)).status).toBe(404));

  it.each(['/console/api/unknown', '/console/api', '/consoles'])('%s is left to the API', async (address) => {
    const { status, body } = await app.agent.get(address);
    expect([status, (body as { code?: string }).code]).toEqual([404, 'not_found']);
  });

  it('are not changed by requests that write', async () => expect((await app.agent.post('/console')).status).toBe(404));

  it('include the licenses of the packages and fonts', () => {
    const files = ['licenses.md', 'license-inter.txt', 'license-jetbrains-mono.txt'];
    expect(files.filter((file) => !existsSync(path.join(BUILT, file)))).toEqual([]);
  });
});

test('HREV_CONSOLE=off serves no console', async () => {
  const off = await testApp({ environment: { HREV_CONSOLE: 'off' }, databaseUrl: app.databaseUrl });
  try {
    expect((await off.agent.get('/console')).status).toBe(404);
    expect((await off.agent.get('/console/theme.js')).status).toBe(404);
  } finally {
    await off.close();
  }
});

describe('sizes, compressed', () => {
  const manifest = JSON.parse(readFileSync(path.join(BUILT, '.vite/manifest.json'), 'utf8')) as Readonly<
    Record<string, Chunk>
  >;
  const chunks = Object.values(manifest);
  const entry = chunks.find((chunk) => chunk.isEntry);
  const size = (file: string): number => gzipSync(readFileSync(path.join(BUILT, file)), { level: 9 }).length;
  const sum = (files: readonly string[]): number => files.reduce((bytes, file) => bytes + size(file), 0);
  const withImports = (chunk: Chunk | undefined, known = new Set<Chunk>()): ReadonlySet<Chunk> => {
    if (chunk === undefined || known.has(chunk)) return known;
    known.add(chunk);
    for (const name of chunk.imports ?? []) withImports(manifest[name], known);
    return known;
  };
  const atStart = withImports(entry);
  /** What every screen of an account has loaded before it: the entry and the frame. */
  const inFrame = withImports(manifest['src/frame/frame.tsx'], new Set(atStart));

  it('the scripts of the entry have at most 160 KB', () =>
    expect(sum([...atStart].map(({ file }) => file))).toBeLessThanOrEqual(160 * KB));

  it('the scripts of the entry and of the frame have at most 215 KB', () => {
    expect(inFrame.size).toBeGreaterThan(atStart.size);
    expect(sum([...inFrame].map(({ file }) => file))).toBeLessThanOrEqual(215 * KB);
  });

  it('a screen of an account needs at most 30 scripts', () => {
    const screens = chunks.filter(({ src }) => src?.endsWith('/screen.tsx'));
    const counts = screens.map((screen) => ({ src: screen.src, scripts: withImports(screen, new Set(inFrame)).size }));
    expect(counts.length).toBeGreaterThan(20);
    expect(counts.filter(({ scripts }) => scripts > 30)).toEqual([]);
  });

  it('all styles have at most 40 KB', () => {
    const styles = readdirSync(path.join(BUILT, 'assets')).filter((file) => file.endsWith('.css'));
    expect(styles.length).toBeGreaterThan(0);
    expect(sum(styles.map((file) => `assets/${file}`))).toBeLessThanOrEqual(40 * KB);
  });

  it('a screen adds at most 40 KB', () => {
    const screens = chunks.filter(({ src }) => src?.startsWith('src/screens/'));
    const added = screens.map((screen) => ({
      src: screen.src,
      bytes: sum([...withImports(screen)].filter((chunk) => !inFrame.has(chunk)).map(({ file }) => file)),
    }));
    expect(added.length).toBeGreaterThan(0);
    expect(added.filter(({ bytes }) => bytes > 40 * KB)).toEqual([]);
  });

  it('the fonts of the first paint have at most 70 KB, the theme script 300 bytes', () => {
    const fonts = readdirSync(path.join(BUILT, 'assets')).filter((file) =>
      /^(inter-latin-wght|jetbrains-mono-latin)/.test(file),
    );
    const bytes = fonts.map((file) => readFileSync(path.join(BUILT, 'assets', file)).length);
    expect(fonts).toHaveLength(2);
    expect(bytes.reduce((all, some) => all + some, 0)).toBeLessThanOrEqual(70 * KB);
    expect(readFileSync(path.join(BUILT, 'theme.js')).length).toBeLessThanOrEqual(300);
  });
});
