/** An open page keeps its cookies between navigations, and waits for a permit before each of them. */
import type { RequestListener } from 'node:http';
import { startHttp, type LocalServer } from '@test/support/egress/local-servers';
import { hasBrowser, RealBrowser } from '@test/support/real-browser';
import type { BrowserToolsOptions } from './browser-tools';
import type { OpenPage } from './source-browser';
import { Blocked, Changed, Temporary, Throttled } from './source-errors';

const describeRendered = hasBrowser ? describe : describe.skip;
const PLATFORM = 'https://www.shelf.example.com';

describeRendered(`an open page${hasBrowser ? '' : ': skipped, this machine has no Chromium'}`, () => {
  const browser = new RealBrowser();
  let server: LocalServer;
  let pages: Record<string, RequestListener | string>;
  let requests: { url: string; cookie: string | undefined }[];
  const openPages: OpenPage[] = [];

  beforeAll(async () => {
    server = await startHttp((request, response) => {
      const url = request.url ?? '';
      requests.push({ url, cookie: request.headers.cookie });
      const page = pages[url] ?? '';
      if (typeof page !== 'string') return page(request, response);
      response.writeHead(page === '' ? 404 : 200, { 'content-type': 'text/html' }).end(page);
    });
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });
  beforeEach(() => {
    pages = {};
    requests = [];
  });
  afterEach(async () => {
    for (const page of openPages.splice(0)) await page.close();
  });

  async function open(path: string, options: Partial<BrowserToolsOptions> = {}): Promise<OpenPage> {
    const facts = { slug: 'shelf', hosts: ['shelf.example.com'] };
    const tools = browser.tools(facts, server.origin, new AbortController().signal, options);
    const page = await tools.open(`${PLATFORM}${path}`, { waitForMs: 5_000 });
    openPages.push(page);
    return page;
  }

  it('keeps cookies between pages and returns the status and document of each', async () => {
    pages['/1'] = (_request, response) =>
      void response.writeHead(202, { 'content-type': 'text/html', 'set-cookie': 'passed=1' }).end('<p id=check>');
    pages['/2'] = '<p id=two>';
    const page = await open('/1');
    expect(page.page).toMatchObject({ status: 202, url: `${PLATFORM}/1` });
    const second = await page.goTo(`${PLATFORM}/2`, { waitFor: '#two' });
    expect(second).toMatchObject({ status: 200, url: `${PLATFORM}/2`, ready: true });
    expect(second.html).not.toContain('check');
    expect(await page.goTo(`${PLATFORM}/3`)).toMatchObject({ status: 404, url: `${PLATFORM}/3` });
    expect(requests).toEqual([
      { url: '/1', cookie: undefined },
      { url: '/2', cookie: 'passed=1' },
      { url: '/3', cookie: 'passed=1' },
    ]);
  });

  it.each([403, 404, 410, 429, 500, 503])(
    'returns status %d of a response without a body, and can navigate to another page',
    async (status) => {
      pages['/1'] = '1';
      pages['/2'] = '<p id=two>';
      pages['/refused'] = (_request, response) => void response.writeHead(status, { 'retry-after': '7' }).end();
      pages['/redirecting'] = '<script>location.href = "/refused"</script>';
      const page = await open('/1');
      const refusedPage = { status, retryAfter: '7', url: `${PLATFORM}/refused`, html: '', ready: false };
      for (const path of ['/refused', '/redirecting']) {
        expect(await page.goTo(`${PLATFORM}${path}`, { waitFor: '#two', waitForMs: 500 })).toEqual(refusedPage);
        expect(await page.goTo(`${PLATFORM}/2`, { waitFor: '#two' })).toMatchObject({ status: 200, ready: true });
      }
      expect((await open('/refused')).page).toEqual({ ...refusedPage, ready: true });
    },
  );

  it('throws a network error if a navigation of the page gets no response', async () => {
    pages['/1'] = '<script>location.href = "/cut"</script>';
    pages['/cut'] = (_request, response) => void response.destroy();
    const openPromise = browser
      .tools({ slug: 'shelf', hosts: ['shelf.example.com'] }, server.origin, new AbortController().signal)
      .open(`${PLATFORM}/1`, { waitFor: '#never', waitForMs: 500 });
    await expect(openPromise).rejects.toMatchObject({ code: 'network' });
  });

  it('waits for one permit per page, including navigations that a page starts', async () => {
    pages['/1'] = '1';
    pages['/2'] = '<script>location.href = "/3"</script>';
    pages['/3'] = '<p id=three>';
    let permits = 0;
    const page = await open('/1', { permit: async () => void (permits += 1) });
    expect(permits).toBe(1);
    await page.goTo(`${PLATFORM}/2`, { waitFor: '#three' });
    expect(permits).toBe(3);
    await page.goTo(`${PLATFORM}/1`);
    expect(permits).toBe(4);
  });

  it.each<[string, (page: OpenPage, url: string) => Promise<unknown>]>([
    ['opens', (page, url) => page.goTo(url)],
    ['fetches', (page, url) => page.fetch({ url })],
  ])('%s no page without a permit', async (_, requestPage) => {
    pages['/1'] = '1';
    let permitsLeft = 1;
    const permitError = new Throttled('daily ceiling', 1);
    const page = await open('/1', {
      permit: () => ((permitsLeft -= 1) < 0 ? Promise.reject(permitError) : Promise.resolve()),
    });
    await expect(requestPage(page, `${PLATFORM}/2`)).rejects.toBe(permitError);
    expect(requests.map(({ url }) => url)).toEqual(['/1']);
  });

  it.each(['https://elsewhere.example.com/', 'file:///etc/passwd', 'about:blank'])(
    'refuses to navigate to %s',
    async (url) => {
      pages['/1'] = '1';
      const page = await open('/1');
      await expect(page.goTo(url)).rejects.toBeInstanceOf(Blocked);
    },
  );

  it('applies the time limit to each page', async () => {
    pages['/1'] = '1';
    pages['/2'] = () => undefined;
    const page = await open('/1', { pageLimitMs: 5_000 });
    await expect(page.goTo(`${PLATFORM}/2`)).rejects.toMatchObject({ code: 'timeout' });
  });

  it('applies the byte limit to every document', async () => {
    pages['/1'] = '1';
    pages['/2'] = 'x'.repeat(200_000);
    const page = await open('/1', { maxBytes: 100_000 });
    await expect(page.goTo(`${PLATFORM}/2`)).rejects.toBeInstanceOf(Changed);
  });

  it('rejects after close and after the end of the visit', async () => {
    pages['/1'] = '1';
    const page = await open('/1');
    await page.close();
    await expect(page.goTo(`${PLATFORM}/1`)).rejects.toBeInstanceOf(Temporary);
    const stop = new AbortController();
    const other = await open('/1', { signal: stop.signal });
    stop.abort();
    await expect(other.goTo(`${PLATFORM}/1`)).rejects.toBeInstanceOf(Temporary);
    expect(requests.map(({ url }) => url)).toEqual(['/1', '/1']);
  });
});
