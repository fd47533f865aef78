import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GuardedClient } from '@libs/egress';
import { browserProcesses, largestBrowserProcess, mainBrowsers } from '@test/support/egress/browser-processes';
import { startHttp, type LocalServer } from '@test/support/egress/local-servers';
import { eventually } from '@test/support/eventually';
import { IS_ROOT } from '@test/support/real-browser';
import { BrowserPool, type BrowserPoolOptions } from './browser/browser-pool';
import { BrowserTools, type BrowserToolsOptions } from './browser-tools';
import { Blocked, Changed, Temporary, Throttled } from './source-errors';

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];
const hasBrowser = SYSTEM_BROWSERS.some((path) => existsSync(path));
const withBrowser = hasBrowser ? describe : describe.skip;
const note = hasBrowser ? '' : ' (skipped: no browser on this machine)';

withBrowser(`BrowserTools with a real browser (contract §11, §6.5, faults F32, F33)${note}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'hrev-spec-'));
  const pools: BrowserPool[] = [];
  let pages: Record<string, RequestListener | string>;
  let asked: { url: string; host: string | undefined; original: string | undefined }[];
  let server: LocalServer;
  let victim: LocalServer;
  let pool: BrowserPool;

  const newPool = (options: Partial<BrowserPoolOptions> = {}) => {
    const made = new BrowserPool({
      chromiumPath: null,
      folder,
      egress: { exemptOrigins: [server.origin] },
      noSandbox: IS_ROOT,
      ...options,
    });
    pools.push(made);
    return made;
  };
  const tools = (options: Partial<BrowserToolsOptions> = {}) =>
    new BrowserTools({
      pool,
      client: new GuardedClient({ exemptOrigins: [server.origin] }),
      facts: { slug: 'shelf', hosts: ['127.0.0.1', 'localhost'] },
      origin: null,
      permit: async () => undefined,
      signal: new AbortController().signal,
      ...options,
    });
  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      (value) => value,
      (error: unknown) => error,
    );

  beforeAll(async () => {
    server = await startHttp((request, response) => {
      asked.push({
        url: request.url ?? '',
        host: request.headers.host,
        original: request.headers['x-hrev-original-host']?.toString(),
      });
      const page = pages[request.url ?? ''] ?? '';
      if (typeof page !== 'string') return page(request, response);
      response.writeHead(page === '' ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    });
    victim = await startHttp((_request, response) => void response.end('secret'));
    pool = newPool();
  });
  beforeEach(() => {
    pages = {};
    asked = [];
  });
  afterAll(async () => {
    for (const made of pools) await made.close();
    await Promise.all([server.stop(), victim.stop()]);
    await eventually('the end of every browser', 60_000, () => browserProcesses().length === 0);
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives the document as scripts made it, its status and its address after redirects', async () => {
    pages['/a'] = (_request, response) => void response.writeHead(302, { location: '/b?c=d' }).end();
    pages['/b?c=d'] = `<title>ü</title><script>setTimeout(() => document.body.append('six ' + 6 * 7), 200);
      setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p id=late>late</p>'), 300)</script>`;
    const page = await tools().render(`${server.origin}/a`, { waitFor: '#late' });
    expect(page).toMatchObject({ status: 200, url: `${server.origin}/b?c=d`, ready: true });
    expect(page.html).toMatch(/six 42.*id="late"/s);
  });

  it('hands over any status, and says when what was waited for did not appear', async () => {
    pages['/gone'] = (_request, response) =>
      void response.writeHead(410, { 'content-type': 'text/html' }).end('<p>gone');
    const page = await tools().render(`${server.origin}/gone`, { waitFor: '#never', waitForMs: 200 });
    expect(page).toMatchObject({ status: 410, ready: false, html: expect.stringContaining('gone') });
  });

  it('asks for a permit before each navigation, also one the page makes by itself', async () => {
    let permits = 0;
    pages['/a'] = `<script>location.href = '/b'</script>`;
    pages['/b'] = '<p id=b>b</p>';
    const page = await tools({ permit: async () => void (permits += 1) }).render(`${server.origin}/a`, {
      waitFor: '#b',
    });
    expect([page.url, permits]).toEqual([`${server.origin}/b`, 2]);
    const refused = new Throttled('daily ceiling', 1);
    expect(await failureOf(tools({ permit: () => Promise.reject(refused) }).render(`${server.origin}/b`))).toBe(
      refused,
    );
  });

  it('loads no pictures, fonts and films, but scripts and styles', async () => {
    pages['/a'] =
      `<style>@font-face { font-family: f; src: url(/f.woff) } p { font-family: f }</style><link rel=stylesheet href=/s.css>
      <p>text<img src=/i.png><video src=/v.mp4></video><script src=/s.js></script>`;
    await tools().render(`${server.origin}/a`);
    expect(asked.map(({ url }) => url).sort()).toEqual(['/a', '/s.css', '/s.js']);
  });

  it('keeps nothing from one page to the next', async () => {
    pages['/a'] =
      `<script>document.title = document.cookie + localStorage.x; document.cookie = 'seen=1'; localStorage.x = 1</script>`;
    await tools().render(`${server.origin}/a`);
    expect((await tools().render(`${server.origin}/a`)).html).toContain('<title>undefined</title>');
  });

  describe('what it never reaches', () => {
    it.each([
      'file:///etc/passwd',
      'chrome://version',
      'https://elsewhere.example.com/',
      'data:text/html,x',
      'javascript:1',
    ])('is asked to open %s', async (url) => {
      expect(await failureOf(tools().render(url))).toBeInstanceOf(Blocked);
    });

    it.each<[string, (inner: string) => string | RequestListener]>([
      ['a redirect', (inner) => (_request, response) => void response.writeHead(302, { location: inner }).end()],
      ['a redirect by script', (inner) => `<script>location.href = '${inner}'; for (;;);</script>`],
    ])('the page itself by %s', async (_name, page) => {
      for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433']) {
        pages['/a'] = page(`http://${host}:${victim.port}/`);
        const outcome = await failureOf(tools({ pageLimitMs: 4_000 }).render(`${server.origin}/a`, { waitForMs: 500 }));
        expect(JSON.stringify(outcome)).not.toContain('secret');
      }
      expect(victim.connections()).toBe(0);
    });

    it('says Blocked where the platform redirects to an inner address', async () => {
      pages['/a'] = (_request, response) => void response.writeHead(302, { location: `${victim.origin}/` }).end();
      expect(await failureOf(tools().render(`${server.origin}/a`))).toBeInstanceOf(Blocked);
    });

    it('any part of the page', async () => {
      const inner = `127.0.0.1:${victim.port}`;
      pages['/to-inner'] = (_request, response) =>
        void response.writeHead(302, { location: `http://${inner}/redirected` }).end();
      pages['/a'] = `<script src=http://${inner}/s.js></script><script src=/to-inner></script>
        <link rel=stylesheet href=http://${inner}/s.css><link rel=prefetch href=http://${inner}/p><link rel=preconnect href=http://${inner}>
        <link rel=dns-prefetch href=http://${inner}><img src=http://${inner}/i><iframe src=http://${inner}/f></iframe>
        <iframe src=/to-inner></iframe><object data=http://${inner}/o></object><embed src=file:///etc/passwd>
        <iframe src=file:///etc/passwd></iframe><form id=f method=post action=http://${inner}/post target=t></form><iframe name=t></iframe>
        <script>
          const quiet = (work) => { try { return work() } catch { return null } };
          fetch('http://${inner}/fetch', { mode: 'no-cors' }).catch(() => 0);
          fetch('/to-inner', { mode: 'no-cors' }).catch(() => 0);
          quiet(() => navigator.sendBeacon('http://${inner}/beacon'));
          quiet(() => new WebSocket('ws://${inner}/ws'));
          quiet(() => new WebSocket('ws://localhost:${victim.port}/ws'));
          quiet(() => new EventSource('http://${inner}/events'));
          quiet(() => new Worker(URL.createObjectURL(new Blob(["importScripts('http://${inner}/w'); new WebSocket('ws://${inner}/w')"]))));
          quiet(() => navigator.serviceWorker.register('/sw.js'));
          quiet(() => window.open('http://${inner}/popup'));
          document.getElementById('f').submit();
          setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p id=done>'), 1000);
        </script>`;
      const page = await tools().render(`${server.origin}/a`, { waitFor: '#done', waitForMs: 8_000 });
      expect(page.ready).toBe(true);
      expect(page.html).not.toContain('root:');
      expect(victim.connections()).toBe(0);
      expect(asked.map(({ url }) => url)).not.toContain('/sw.js');
    });

    it('a UDP port by WebRTC', async () => {
      const packets: string[] = [];
      const stun = createSocket('udp4').on('message', (_message, peer) => packets.push(peer.address));
      await new Promise<void>((resolve) => stun.bind(0, '127.0.0.1', resolve));
      const { port } = stun.address() as AddressInfo;
      pages['/a'] = `<script>const c = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] });
        c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o));
        setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p id=done>'), 1000)</script>`;
      expect((await tools().render(`${server.origin}/a`, { waitFor: '#done' })).ready).toBe(true);
      stun.close();
      expect(packets).toEqual([]);
    });

    it('more than its bytes', async () => {
      pages['/a'] = (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end('x'.repeat(3_000_000));
      expect(await failureOf(tools({ maxBytes: 500_000 }).render(`${server.origin}/a`))).toBeInstanceOf(Changed);
    });
  });

  describe('hostile pages (F33)', () => {
    it.each([
      ['an endless script', '<script>for (;;);</script>'],
      ['an endless script after loading', '<p>x</p><script>setTimeout(() => { for (;;); }, 50)</script>'],
      ['an alert loop', `<script>for (;;) alert('x')</script>`],
      ['a page that never ends', (_request: unknown, response: { write(text: string): void }) => response.write('<p>')],
    ])('%s ends at the page limit', async (_name, page) => {
      pages['/a'] = page as string | RequestListener;
      const begun = performance.now();
      const outcome = await failureOf(
        tools({ pageLimitMs: 2_000 }).render(`${server.origin}/a`, { waitFor: '#never', waitForMs: 9_000 }),
      );
      expect(outcome).toMatchObject({ name: 'Temporary', code: 'timeout' });
      expect(performance.now() - begun).toBeLessThan(9_500);
      pages['/b'] = '<p id=fine>';
      expect((await tools().render(`${server.origin}/b`, { waitFor: '#fine' })).ready).toBe(true);
    });

    it('10,000 popups open no page', async () => {
      pages['/a'] = `<script>for (let i = 0; i < 10000; i++) window.open('/popup?' + i);
        document.write('<p id=done>')</script>`;
      pages['/b'] = '<p id=fine>';
      // Whether the script gets through in time depends on the machine; that nothing opens does not.
      const outcome = await failureOf(tools({ pageLimitMs: 6_000 }).render(`${server.origin}/a`, { waitFor: '#done' }));
      if (outcome instanceof Error) expect(outcome).toMatchObject({ name: 'Temporary', code: 'timeout' });
      expect(asked.filter(({ url }) => url.startsWith('/popup')).length).toBeLessThan(5);
      expect((await tools().render(`${server.origin}/b`, { waitFor: '#fine' })).ready).toBe(true);
    });

    it('a download is no page and leaves no file', async () => {
      pages['/a'] = (_request, response) =>
        void response
          .writeHead(200, {
            'content-disposition': 'attachment; filename=x.bin',
            'content-type': 'application/octet-stream',
          })
          .end('x');
      expect(await failureOf(tools().render(`${server.origin}/a`))).toBeInstanceOf(Changed);
    });

    it('a page that takes 4 GB is ended, others live', async () => {
      const small = newPool({ pageMemoryBytes: 400 * 1024 * 1024 });
      pages['/a'] =
        `<script>const held = []; setInterval(() => { for (let i = 0; i < 8; i++) held.push(new Uint8Array(8e6).fill(7)) }, 20)</script>`;
      pages['/b'] = '<p id=fine>';
      let most = 0;
      const look = setInterval(() => (most = Math.max(most, largestBrowserProcess())), 100);
      const outcome = await failureOf(
        tools({ pool: small, pageLimitMs: 20_000 }).render(`${server.origin}/a`, {
          waitFor: '#never',
          waitForMs: 20_000,
        }),
      );
      clearInterval(look);
      expect(outcome).toMatchObject({
        name: 'Temporary',
        code: 'network',
        message: expect.stringContaining('crashed'),
      });
      expect(most).toBeLessThan(1_600 * 1024 * 1024);
      expect((await tools({ pool: small }).render(`${server.origin}/b`, { waitFor: '#fine' })).ready).toBe(true);
      await small.close();
    });
  });

  it('killed (F32): this page is Temporary, the next one works', async () => {
    const own = newPool();
    pages['/slow'] = () => undefined;
    pages['/b'] = '<p id=fine>';
    const before = new Set(browserProcesses());
    const running = failureOf(tools({ pool: own }).render(`${server.origin}/slow`));
    await eventually('the request', 60_000, () => asked.some(({ url }) => url === '/slow'));
    const mine = browserProcesses().filter(
      (pid) => !before.has(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--remote-debugging-pipe'),
    );
    expect(mine.length).toBeGreaterThan(0);
    for (const pid of mine) process.kill(pid, 'SIGKILL');
    expect(await running).toBeInstanceOf(Temporary);
    expect((await tools({ pool: own }).render(`${server.origin}/b`, { waitFor: '#fine' })).ready).toBe(true);
    await own.close();
  });

  it('is replaced after its number of visits, and visits at once share one', async () => {
    const own = newPool({ visitsPerBrowser: 3 });
    pages['/b'] = '<p id=fine>';
    const before = new Set(mainBrowsers());
    const started = () => mainBrowsers().filter((pid) => !before.has(pid));
    const seen = new Set<number>();
    await Promise.all([1, 2].map(() => tools({ pool: own }).render(`${server.origin}/b`)));
    expect(started()).toHaveLength(1);
    for (let visit = 0; visit < 4; visit++) {
      started().forEach((pid) => seen.add(pid));
      await tools({ pool: own }).render(`${server.origin}/b`);
    }
    started().forEach((pid) => seen.add(pid));
    expect(seen.size).toBe(2);
    await own.close();
  });

  it('knows none of our secrets', async () => {
    process.env['DATABASE_URL'] = 'postgres://secret';
    const own = newPool();
    pages['/b'] = '<p id=fine>';
    await own.visit({ allowsHost: () => true, maxBytes: 1_000 }, async () => {
      const environments = mainBrowsers().map((pid) => readFileSync(`/proc/${pid}/environ`, 'latin1'));
      expect(environments.length).toBeGreaterThan(0);
      expect(environments.join()).not.toContain('postgres://secret');
      expect(environments.join()).toContain('PATH=');
    });
    delete process.env['DATABASE_URL'];
    await own.close();
  });

  it('leaves no proxy behind when it is closed', async () => {
    const own = newPool();
    const before = new Set(mainBrowsers());
    const [proxy = ''] = await own.visit({ allowsHost: () => true, maxBytes: 1_000 }, async () => {
      const [pid] = mainBrowsers().filter((started) => !before.has(started));
      return /(?<=--proxy-server=)[^\0]+/.exec(readFileSync(`/proc/${pid}/cmdline`, 'latin1')) ?? [];
    });
    const dialled = async (): Promise<void> => {
      const socket = connect(Number(new URL(proxy).port), '127.0.0.1');
      await once(socket, 'connect').finally(() => socket.destroy());
    };
    await dialled();
    await own.close();
    await expect(dialled()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('stops with the visit', async () => {
    const stop = new AbortController();
    pages['/slow'] = () => undefined;
    const running = failureOf(tools({ signal: stop.signal }).render(`${server.origin}/slow`));
    await eventually('the request', 60_000, () => asked.length > 0);
    stop.abort();
    expect(await running).toMatchObject({ name: 'Temporary', message: 'The visit was stopped' });
    expect(await failureOf(tools({ signal: stop.signal }).render(`${server.origin}/slow`))).toBeInstanceOf(Temporary);
  });

  it('counts pages and bytes', async () => {
    pages['/b'] = 'x'.repeat(5_000);
    const browser = tools();
    await browser.render(`${server.origin}/b`);
    expect(browser.traffic.pages).toBe(1);
    expect(browser.traffic.bytesIn).toBeGreaterThanOrEqual(5_000);
  });

  describe('at a stand-in (HREV_SOURCE_ORIGINS, contract §12.2)', () => {
    const standIn = (options: Partial<BrowserToolsOptions> = {}) =>
      tools({ origin: server.origin, facts: { slug: 'shelf', hosts: ['shelf.example.com'] }, ...options });

    it('believes to be at the platform, redirects, parts and posts included', async () => {
      pages['/a?b=1'] = (_request, response) =>
        void response.writeHead(301, { location: 'https://www.shelf.example.com/page' }).end();
      pages['/page'] = (_request, response) => {
        response.writeHead(203, { 'content-type': 'text/html', 'set-cookie': ['one=1', 'two=2'] });
        response.end(`<script src=/part.js></script><script>
          fetch('https://api.shelf.example.com/more', { method: 'POST', body: 'q' }).then((r) => r.text())
            .then((text) => document.body.insertAdjacentHTML('beforeend', '<p id=done>' + text + document.cookie + location.host))</script>`);
      };
      pages['/part.js'] = (_request, response) => void response.writeHead(302, { location: '/real.js' }).end();
      pages['/real.js'] = (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/javascript' }).end('window.part = 1');
      pages['/more'] = (request, response) => {
        response.writeHead(200, { 'access-control-allow-origin': '*' });
        request.on('data', (chunk: Buffer) => response.end(`got ${chunk.toString()} `));
      };
      const page = await standIn().render('https://shelf.example.com/a?b=1', { waitFor: '#done' });
      expect(page).toMatchObject({ status: 203, url: 'https://www.shelf.example.com/page', ready: true });
      expect(page.html).toContain('<p id="done">got q one=1; two=2www.shelf.example.com');
      expect(asked.map(({ url, original }) => `${original} ${url}`)).toEqual([
        'shelf.example.com /a?b=1',
        'www.shelf.example.com /page',
        'www.shelf.example.com /part.js',
        'www.shelf.example.com /real.js',
        'api.shelf.example.com /more',
      ]);
    });

    it('reaches nothing else, not even the stand-in by its own name', async () => {
      pages['/a'] =
        `<script src="${server.origin}/direct.js"></script><script src="https://cdn.example.net/x.js"></script>
        <script>new WebSocket('wss://www.shelf.example.com/ws'); new WebSocket('ws://127.0.0.1:${server.port}/ws')</script><p id=done>`;
      const before = server.connections();
      expect((await standIn().render('https://shelf.example.com/a', { waitFor: '#done' })).ready).toBe(true);
      expect(asked.map(({ url }) => url)).toEqual(['/a']);
      expect(server.connections() - before).toBe(1);
    });

    it.each([
      ['https://elsewhere.example.com/', Blocked],
      ['/a', Changed],
    ])('a redirect to %s', async (location, type) => {
      pages['/a'] = (_request, response) => void response.writeHead(302, { location }).end();
      expect(await failureOf(standIn().render('https://shelf.example.com/a'))).toBeInstanceOf(type);
    });

    it('a stand-in that does not answer is Temporary', async () => {
      pages['/a'] = (request) => request.socket.destroy();
      expect(await failureOf(standIn().render('https://shelf.example.com/a'))).toMatchObject({
        name: 'Temporary',
        code: 'network',
      });
    });
  });
});
