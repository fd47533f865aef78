import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GuardedClient } from '@libs/egress';
import {
  browserProcesses,
  largestBrowserProcess,
  mainBrowsers,
  renderers,
} from '@test/support/egress/browser-processes';
import { makeCertificate, startHttp, startTls, type LocalServer } from '@test/support/egress/local-servers';
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
const skipNote = hasBrowser ? '' : ' (skipped: no browser on this machine)';

withBrowser(`BrowserTools with a real browser (contract §11, §6.5, faults F32, F33)${skipNote}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'hrev-spec-'));
  const pools: BrowserPool[] = [];
  let pages: Record<string, RequestListener | string>;
  let requests: { url: string; host: string | undefined; original: string | undefined }[];
  let server: LocalServer;
  let internalServer: LocalServer;
  let pool: BrowserPool;

  const newPool = (options: Partial<BrowserPoolOptions> = {}) => {
    const createdPool = new BrowserPool({
      chromiumPath: null,
      folder,
      egress: { exemptOrigins: [server.origin] },
      noSandbox: IS_ROOT,
      ...options,
    });
    pools.push(createdPool);
    return createdPool;
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
      requests.push({
        url: request.url ?? '',
        host: request.headers.host,
        original: request.headers['x-hrev-original-host']?.toString(),
      });
      const page = pages[request.url ?? ''] ?? '';
      if (typeof page !== 'string') return page(request, response);
      response.writeHead(page === '' ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    });
    internalServer = await startHttp((_request, response) => void response.end('secret'));
    pool = newPool();
  });
  beforeEach(() => {
    pages = {};
    requests = [];
  });
  afterAll(async () => {
    for (const createdPool of pools) await createdPool.close();
    await Promise.all([server.stop(), internalServer.stop()]);
    await eventually('the end of every browser', 60_000, () => browserProcesses().length === 0);
    rmSync(folder, { recursive: true, force: true });
  });

  it('returns the document after scripts ran, its status and its address after redirects', async () => {
    pages['/a'] = (_request, response) => void response.writeHead(302, { location: '/b?c=d' }).end();
    pages['/b?c=d'] = `<title>ü</title><script>setTimeout(() => document.body.append('six ' + 6 * 7), 200);
      setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p id=late>late</p>'), 300)</script>`;
    const page = await tools().render(`${server.origin}/a`, { waitFor: '#late' });
    expect(page).toMatchObject({ status: 200, url: `${server.origin}/b?c=d`, ready: true });
    expect(page.html).toMatch(/six 42.*id="late"/s);
  });

  it('returns any status and reports that `waitFor` did not appear', async () => {
    pages['/gone'] = (_request, response) =>
      void response.writeHead(410, { 'content-type': 'text/html' }).end('<p>gone');
    const page = await tools().render(`${server.origin}/gone`, { waitFor: '#never', waitForMs: 200 });
    expect(page).toMatchObject({ status: 410, ready: false, html: expect.stringContaining('gone') });
  });

  it('waits for a permit before each navigation, including navigations that the page starts', async () => {
    let permits = 0;
    pages['/a'] = `<script>location.href = '/b'</script>`;
    pages['/b'] = '<p id=b>b</p>';
    const page = await tools({ permit: async () => void (permits += 1) }).render(`${server.origin}/a`, {
      waitFor: '#b',
    });
    expect([page.url, permits]).toEqual([`${server.origin}/b`, 2]);
    const permitError = new Throttled('daily ceiling', 1);
    expect(await failureOf(tools({ permit: () => Promise.reject(permitError) }).render(`${server.origin}/b`))).toBe(
      permitError,
    );
  });

  it('loads scripts and styles, but no images, fonts and videos', async () => {
    pages['/a'] =
      `<style>@font-face { font-family: f; src: url(/f.woff) } p { font-family: f }</style><link rel=stylesheet href=/s.css>
      <p>text<img src=/i.png><video src=/v.mp4></video><script src=/s.js></script>`;
    await tools().render(`${server.origin}/a`);
    expect(requests.map(({ url }) => url).sort()).toEqual(['/a', '/s.css', '/s.js']);
  });

  it('loads no images of frames, and none that a script adds', async () => {
    pages['/frame'] = '<p>frame<img src=/framed.png>';
    pages['/a'] = `<iframe src=/frame></iframe><script>new Image().src = '/added.png';
      fetch('/data').then(() => document.body.insertAdjacentHTML('beforeend', '<p id=done>'))</script>`;
    expect((await tools().render(`${server.origin}/a`, { waitFor: '#done' })).ready).toBe(true);
    // The browser asks for the icon of a page after the page has loaded.
    await sleep(500);
    expect(requests.map(({ url }) => url).sort()).toEqual(['/a', '/data', '/frame']);
  });

  it('loads a script once for the pages of a visit, and again for another visit', async () => {
    pages['/s.js'] = (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'max-age=600' })
        .end(`document.write('<p id=done>')`);
    pages['/a'] = '<script src=/s.js></script>';
    pages['/b'] = '<script src=/s.js></script>';
    const ready = { waitFor: '#done' };
    for (let visit = 0; visit < 2; visit++) {
      const opened = await tools().open(`${server.origin}/a`, ready);
      expect((await opened.goTo(`${server.origin}/b`, ready)).ready).toBe(true);
      await opened.close();
    }
    expect(requests.map(({ url }) => url)).toEqual(['/a', '/s.js', '/b', '/a', '/s.js', '/b']);
  });

  it('returns a page that asks for a password', async () => {
    pages['/a'] = (_request, response) =>
      void response
        .writeHead(401, { 'www-authenticate': 'Basic realm=x', 'content-type': 'text/html' })
        .end('<p id=refused>');
    const page = await tools({ pageLimitMs: 10_000 }).render(`${server.origin}/a`, { waitFor: '#refused' });
    expect(page).toMatchObject({ status: 401, ready: true });
    expect(requests).toHaveLength(1);
  });

  it('fails, and shows no prompt, if the platform asks for the password of a proxy', async () => {
    const received: (string | undefined)[] = [];
    pages['/a'] = (request, response) => {
      received.push(request.headers['proxy-authorization']);
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm=x' }).end();
    };
    const outcome = await failureOf(tools({ pageLimitMs: 10_000 }).render(`${server.origin}/a`, { waitForMs: 500 }));
    expect(outcome).toMatchObject(outcome instanceof Error ? { code: 'network' } : { status: 407 });
    expect(received.length).toBeGreaterThan(0);
    expect(received.every((value) => value === undefined)).toBe(true);
  });

  it('reaches a platform over TLS with the credentials of the visit', async () => {
    const certificate = makeCertificate('IP:127.0.0.1');
    if (certificate === null) return;
    const secure = await startTls(certificate);
    const separatePool = newPool({ egress: { exemptOrigins: [secure.origin.replace('https:', 'http:')] } });
    const browser = tools({ pool: separatePool });
    // The browser does not know the authority, so it ends the connection after the handshake.
    expect(await failureOf(browser.render(`${secure.origin}/`))).toMatchObject({
      message: expect.stringContaining('ERR_CERT_AUTHORITY_INVALID'),
    });
    expect([secure.connections() > 0, browser.traffic.bytesIn > 0]).toEqual([true, true]);
    await separatePool.close();
    await secure.stop();
  });

  it('stops a page that leaves its platform', async () => {
    pages['/a'] = `<script>location.href = 'https://elsewhere.example.com/'</script>`;
    const outcome = await failureOf(tools().render(`${server.origin}/a`, { waitFor: '#never', waitForMs: 1_000 }));
    expect(outcome).toBeInstanceOf(Blocked);
  });

  it('keeps no cookies and no storage between pages', async () => {
    pages['/a'] =
      `<script>document.title = document.cookie + localStorage.x; document.cookie = 'seen=1'; localStorage.x = 1</script>`;
    await tools().render(`${server.origin}/a`);
    expect((await tools().render(`${server.origin}/a`)).html).toContain('<title>undefined</title>');
  });

  describe('forbidden addresses', () => {
    it.each([
      'file:///etc/passwd',
      'chrome://version',
      'https://elsewhere.example.com/',
      'data:text/html,x',
      'javascript:1',
    ])('refuses to open %s', async (url) => {
      expect(await failureOf(tools().render(url))).toBeInstanceOf(Blocked);
    });

    it.each<[string, (internal: string) => string | RequestListener]>([
      ['a redirect', (internal) => (_request, response) => void response.writeHead(302, { location: internal }).end()],
      ['a redirect by script', (internal) => `<script>location.href = '${internal}'; for (;;);</script>`],
    ])('refuses internal addresses after %s', async (_name, page) => {
      for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433']) {
        pages['/a'] = page(`http://${host}:${internalServer.port}/`);
        const outcome = await failureOf(tools({ pageLimitMs: 4_000 }).render(`${server.origin}/a`, { waitForMs: 500 }));
        expect(JSON.stringify(outcome)).not.toContain('secret');
      }
      expect(internalServer.connections()).toBe(0);
    });

    it('throws Blocked if the platform redirects to an internal address', async () => {
      pages['/a'] = (_request, response) =>
        void response.writeHead(302, { location: `${internalServer.origin}/` }).end();
      expect(await failureOf(tools().render(`${server.origin}/a`))).toBeInstanceOf(Blocked);
    });

    it('refuses internal addresses for every part of the page', async () => {
      const internal = `127.0.0.1:${internalServer.port}`;
      pages['/to-inner'] = (_request, response) =>
        void response.writeHead(302, { location: `http://${internal}/redirected` }).end();
      pages['/a'] = `<script src=http://${internal}/s.js></script><script src=/to-inner></script>
        <link rel=stylesheet href=http://${internal}/s.css><link rel=prefetch href=http://${internal}/p><link rel=preconnect href=http://${internal}>
        <link rel=dns-prefetch href=http://${internal}><img src=http://${internal}/i><iframe src=http://${internal}/f></iframe>
        <iframe src=/to-inner></iframe><object data=http://${internal}/o></object><embed src=file:///etc/passwd>
        <iframe src=file:///etc/passwd></iframe><form id=f method=post action=http://${internal}/post target=t></form><iframe name=t></iframe>
        <script>
          const quiet = (work) => { try { return work() } catch { return null } };
          fetch('http://${internal}/fetch', { mode: 'no-cors' }).catch(() => 0);
          fetch('/to-inner', { mode: 'no-cors' }).catch(() => 0);
          quiet(() => navigator.sendBeacon('http://${internal}/beacon'));
          quiet(() => new WebSocket('ws://${internal}/ws'));
          quiet(() => new WebSocket('ws://localhost:${internalServer.port}/ws'));
          quiet(() => new EventSource('http://${internal}/events'));
          quiet(() => new Worker(URL.createObjectURL(new Blob(["importScripts('http://${internal}/w'); new WebSocket('ws://${internal}/w')"]))));
          quiet(() => navigator.serviceWorker.register('/sw.js'));
          quiet(() => window.open('http://${internal}/popup'));
          document.getElementById('f').submit();
          setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p id=done>'), 1000);
        </script>`;
      const page = await tools().render(`${server.origin}/a`, { waitFor: '#done', waitForMs: 8_000 });
      expect(page.ready).toBe(true);
      expect(page.html).not.toContain('root:');
      expect(internalServer.connections()).toBe(0);
      expect(requests.map(({ url }) => url)).not.toContain('/sw.js');
    });

    it('sends no UDP packet for WebRTC', async () => {
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

    it('fails with Changed if a page exceeds the byte limit', async () => {
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
      [
        'a response that does not end',
        (_request: unknown, response: { write(text: string): void }) => response.write('<p>'),
      ],
    ])('ends %s at the time limit of the page', async (_name, page) => {
      pages['/a'] = page as string | RequestListener;
      const startedAt = performance.now();
      const outcome = await failureOf(
        tools({ pageLimitMs: 2_000 }).render(`${server.origin}/a`, { waitFor: '#never', waitForMs: 9_000 }),
      );
      expect(outcome).toMatchObject({ name: 'Temporary', code: 'timeout' });
      expect(performance.now() - startedAt).toBeLessThan(9_500);
      pages['/b'] = '<p id=fine>';
      expect((await tools().render(`${server.origin}/b`, { waitFor: '#fine' })).ready).toBe(true);
    });

    it('opens no page for 10,000 popups', async () => {
      pages['/a'] = `<script>for (let i = 0; i < 10000; i++) window.open('/popup?' + i);
        document.write('<p id=done>')</script>`;
      pages['/b'] = '<p id=fine>';
      // On a slow machine the script does not finish in time; no machine opens the popups.
      const outcome = await failureOf(tools({ pageLimitMs: 6_000 }).render(`${server.origin}/a`, { waitFor: '#done' }));
      if (outcome instanceof Error) expect(outcome).toMatchObject({ name: 'Temporary', code: 'timeout' });
      expect(requests.filter(({ url }) => url.startsWith('/popup')).length).toBeLessThan(5);
      expect((await tools().render(`${server.origin}/b`, { waitFor: '#fine' })).ready).toBe(true);
    });

    it('fails with Changed for a download and stores no file', async () => {
      pages['/a'] = (_request, response) =>
        void response
          .writeHead(200, {
            'content-disposition': 'attachment; filename=x.bin',
            'content-type': 'application/octet-stream',
          })
          .end('x');
      expect(await failureOf(tools().render(`${server.origin}/a`))).toBeInstanceOf(Changed);
    });

    it('ends a page that allocates 4 GB; other pages work', async () => {
      const limitedPool = newPool({ pageMemoryBytes: 400 * 1024 * 1024 });
      pages['/a'] =
        `<script>const held = []; setInterval(() => { for (let i = 0; i < 8; i++) held.push(new Uint8Array(8e6).fill(7)) }, 20)</script>`;
      pages['/b'] = '<p id=fine>';
      let peakBytes = 0;
      const sampler = setInterval(() => (peakBytes = Math.max(peakBytes, largestBrowserProcess())), 100);
      const outcome = await failureOf(
        tools({ pool: limitedPool, pageLimitMs: 20_000 }).render(`${server.origin}/a`, {
          waitFor: '#never',
          waitForMs: 20_000,
        }),
      );
      clearInterval(sampler);
      expect(outcome).toMatchObject({
        name: 'Temporary',
        code: 'network',
        message: expect.stringContaining('crashed'),
      });
      expect(peakBytes).toBeLessThan(1_600 * 1024 * 1024);
      expect((await tools({ pool: limitedPool }).render(`${server.origin}/b`, { waitFor: '#fine' })).ready).toBe(true);
      await limitedPool.close();
    });
  });

  it('throws Temporary for the page of a killed browser (F32); the next page works', async () => {
    const separatePool = newPool();
    pages['/slow'] = () => undefined;
    pages['/b'] = '<p id=fine>';
    const before = new Set(browserProcesses());
    const running = failureOf(tools({ pool: separatePool }).render(`${server.origin}/slow`));
    await eventually('the request', 60_000, () => requests.some(({ url }) => url === '/slow'));
    const ownProcesses = browserProcesses().filter(
      (pid) => !before.has(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--remote-debugging-pipe'),
    );
    expect(ownProcesses.length).toBeGreaterThan(0);
    for (const pid of ownProcesses) process.kill(pid, 'SIGKILL');
    expect(await running).toBeInstanceOf(Temporary);
    expect((await tools({ pool: separatePool }).render(`${server.origin}/b`, { waitFor: '#fine' })).ready).toBe(true);
    await separatePool.close();
  });

  it('replaces the browser after its maximum number of visits; concurrent visits share a browser', async () => {
    const separatePool = newPool({ contextsPerBrowser: 3 });
    pages['/b'] = '<p id=fine>';
    const before = new Set(mainBrowsers());
    const started = () => mainBrowsers().filter((pid) => !before.has(pid));
    const browserPids = new Set<number>();
    await Promise.all([1, 2].map(() => tools({ pool: separatePool }).render(`${server.origin}/b`)));
    expect(started()).toHaveLength(1);
    for (let visit = 0; visit < 4; visit++) {
      started().forEach((pid) => browserPids.add(pid));
      await tools({ pool: separatePool }).render(`${server.origin}/b`);
    }
    started().forEach((pid) => browserPids.add(pid));
    expect(browserPids.size).toBe(2);
    await separatePool.close();
  });

  it('starts one renderer for each visit, and none that no page uses', async () => {
    const separatePool = newPool();
    pages['/a'] = '<p id=fine>';
    const before = new Set(renderers());
    const started = () => renderers().filter((pid) => !before.has(pid));
    const found: number[] = [];
    for (let visit = 0; visit < 2; visit++) {
      const opened = await tools({ pool: separatePool }).open(`${server.origin}/a`, { waitFor: '#fine' });
      await opened.goTo(`${server.origin}/a`, { waitFor: '#fine' });
      // The browser starts renderers for later use after a navigation.
      await sleep(1_000);
      found.push(started().length);
    }
    await separatePool.close();
    expect(found).toEqual([1, 2]);
  });

  it.each(['--disable-features=', '--enable-features='])('keeps what Playwright sets with %s', async (prefix) => {
    const separatePool = newPool();
    const before = new Set(mainBrowsers());
    const switches = await separatePool.withContext({ allowsHost: () => true, maxBytes: 1_000 }, async () => {
      const [pid] = mainBrowsers().filter((started) => !before.has(started));
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
    });
    await separatePool.close();
    const lists = switches
      .filter((text) => text.startsWith(prefix))
      .map((text) => text.slice(prefix.length).split(','));
    expect(lists).toHaveLength(2);
    expect(lists[1]).toEqual(expect.arrayContaining(lists[0] ?? []));
  });

  it('does not pass secrets of the environment to the browser', async () => {
    process.env['DATABASE_URL'] = 'postgres://secret';
    const separatePool = newPool();
    pages['/b'] = '<p id=fine>';
    await separatePool.withContext({ allowsHost: () => true, maxBytes: 1_000 }, async () => {
      const environments = mainBrowsers().map((pid) => readFileSync(`/proc/${pid}/environ`, 'latin1'));
      expect(environments.length).toBeGreaterThan(0);
      expect(environments.join()).not.toContain('postgres://secret');
      expect(environments.join()).toContain('PATH=');
    });
    delete process.env['DATABASE_URL'];
    await separatePool.close();
  });

  it('closes the proxy with the pool', async () => {
    const separatePool = newPool();
    const before = new Set(mainBrowsers());
    const [proxy = ''] = await separatePool.withContext({ allowsHost: () => true, maxBytes: 1_000 }, async () => {
      const [pid] = mainBrowsers().filter((started) => !before.has(started));
      return /(?<=--proxy-server=)[^\0]+/.exec(readFileSync(`/proc/${pid}/cmdline`, 'latin1')) ?? [];
    });
    const connectToProxy = async (): Promise<void> => {
      const socket = connect(Number(new URL(proxy).port), '127.0.0.1');
      await once(socket, 'connect').finally(() => socket.destroy());
    };
    await connectToProxy();
    await separatePool.close();
    await expect(connectToProxy()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('stops when the visit is aborted', async () => {
    const stop = new AbortController();
    pages['/slow'] = () => undefined;
    const running = failureOf(tools({ signal: stop.signal }).render(`${server.origin}/slow`));
    await eventually('the request', 60_000, () => requests.length > 0);
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

  it('counts the bytes of each of two visits at once', async () => {
    const sizes = [50_000, 200_000];
    for (const size of sizes) pages[`/${size}`] = 'x'.repeat(size);
    const visits = sizes.map(() => tools());
    await Promise.all(visits.map((visit, index) => visit.render(`${server.origin}/${sizes[index]}`)));
    expect(visits.map(({ traffic }) => Math.floor(traffic.bytesIn / 10_000))).toEqual([5, 20]);
  });

  describe('with a stand-in for the platform (HREV_SOURCE_ORIGINS, contract §12.2)', () => {
    const standIn = (options: Partial<BrowserToolsOptions> = {}) =>
      tools({ origin: server.origin, facts: { slug: 'shelf', hosts: ['shelf.example.com'] }, ...options });

    it('renders the page under the platform’s address, including redirects, resources and POST requests', async () => {
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
      expect(requests.map(({ url, original }) => `${original} ${url}`)).toEqual([
        'shelf.example.com /a?b=1',
        'www.shelf.example.com /page',
        'www.shelf.example.com /part.js',
        'www.shelf.example.com /real.js',
        'api.shelf.example.com /more',
      ]);
    });

    it('refuses all other hosts, including the origin of the stand-in', async () => {
      pages['/a'] =
        `<script src="${server.origin}/direct.js"></script><script src="https://cdn.example.net/x.js"></script>
        <script>new WebSocket('wss://www.shelf.example.com/ws'); new WebSocket('ws://127.0.0.1:${server.port}/ws')</script><p id=done>`;
      const before = server.connections();
      expect((await standIn().render('https://shelf.example.com/a', { waitFor: '#done' })).ready).toBe(true);
      expect(requests.map(({ url }) => url)).toEqual(['/a']);
      expect(server.connections() - before).toBe(1);
    });

    it.each([
      ['a foreign host', 'https://elsewhere.example.com/', Blocked],
      ['the same address', '/a', Changed],
    ])('fails for a redirect to %s', async (_name, location, type) => {
      pages['/a'] = (_request, response) => void response.writeHead(302, { location }).end();
      expect(await failureOf(standIn().render('https://shelf.example.com/a'))).toBeInstanceOf(type);
    });

    it.each([201, 400, 503])('shows a page with status %i and a `Location`, which is no redirect', async (status) => {
      pages['/a'] = (_request, response) =>
        void response.writeHead(status, { 'content-type': 'text/html', location: '/b' }).end('<p id=shown>');
      const page = await standIn().render('https://shelf.example.com/a', { waitFor: '#shown' });
      expect(page).toMatchObject({ status, url: 'https://shelf.example.com/a', ready: true });
      expect(requests.map(({ url }) => url)).toEqual(['/a']);
    });

    it('fails with Temporary if the stand-in does not respond', async () => {
      pages['/a'] = (request) => request.socket.destroy();
      expect(await failureOf(standIn().render('https://shelf.example.com/a'))).toMatchObject({
        name: 'Temporary',
        code: 'network',
      });
    });
  });
});
