/** robots.txt over real HTTP (docs/robots.md). */
import type { RequestListener } from 'node:http';
import { GuardedClient } from '@libs/egress';
import { startHttp, type LocalServer } from '@test/support/egress/local-servers';
import { hasBrowser, RealBrowser } from '@test/support/real-browser';
import { HttpTools, type HttpToolsOptions } from '../http-tools';
import { Blocked, DisallowedByRobots, RequestDelayed, Temporary } from '../source-errors';
import { RobotsFiles } from './robots-files';

const SITE = 'https://shelf.example';
const FACTS = { slug: 'shelf', hosts: ['shelf.example'] };
const DISALLOW = 'User-agent: *\nDisallow: /private\n';

describe('robots.txt with HREV_ROBOTS=obey', () => {
  let server: LocalServer;
  let robots: RequestListener;
  let requests: { readonly path: string; readonly agent: string | undefined; readonly host: string | undefined }[];
  let now: number;

  beforeAll(async () => {
    server = await startHttp((request, response) => {
      const { url: path = '', headers } = request;
      requests.push({ path, agent: headers['user-agent'], host: headers['x-hrev-original-host']?.toString() });
      if (path.startsWith('/robots')) return robots(request, response);
      if (path === '/moved') return void response.writeHead(302, { location: '/private/1' }).end();
      if (path === '/script')
        return void response.writeHead(200, HTML).end('<script>location.href = "/private/2"</script>');
      response.writeHead(200, HTML).end(`<title>${path}</title><p id=p>text`);
    });
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    requests = [];
    now = 0;
    robots = respond(200, DISALLOW);
  });

  const HTML = { 'content-type': 'text/html; charset=utf-8' };
  const respond =
    (status: number, body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
    (_request, response) =>
      void response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(body);
  const newFiles = (): RobotsFiles => new RobotsFiles({ userAgent: 'hrev/1 (+https://a.example)', now: () => now });
  const paths = (): readonly string[] => requests.map(({ path }) => path);

  function tools(files: RobotsFiles | null, more: Partial<HttpToolsOptions> = {}): HttpTools {
    return new HttpTools({
      client: new GuardedClient({ exemptOrigins: [server.origin] }),
      facts: FACTS,
      origin: server.origin,
      permit: () => Promise.resolve(),
      robots: files,
      signal: new AbortController().signal,
      version: '1',
      ...more,
    });
  }

  const outcome = (http: HttpTools, path: string): Promise<unknown> =>
    http.request(`${SITE}${path}`).then(
      ({ status }) => status,
      (error: unknown) => error,
    );

  it('requests an allowed page, after the file, which names the host and hrev', async () => {
    expect(await outcome(tools(newFiles()), '/reviews')).toBe(200);
    expect(requests[0]).toEqual({ path: '/robots.txt', agent: 'hrev/1 (+https://a.example)', host: 'shelf.example' });
    expect(paths()).toEqual(['/robots.txt', '/reviews']);
  });

  it('does not request a page that is not allowed, which is `blocked` for this link only', async () => {
    const error = await outcome(tools(newFiles()), '/private/1');
    expect(error).toBeInstanceOf(DisallowedByRobots);
    expect(error).toBeInstanceOf(Blocked);
    expect(error).toMatchObject({ code: 'blocked', message: 'robots.txt of shelf.example does not allow this page' });
    expect(paths()).toEqual(['/robots.txt']);
  });

  it('does not follow a redirect to a page that is not allowed', async () => {
    expect(await outcome(tools(newFiles()), '/moved')).toBeInstanceOf(DisallowedByRobots);
    expect(paths()).toEqual(['/robots.txt', '/moved']);
  });

  it('requests no file by default', async () => {
    expect(await outcome(tools(null), '/private/1')).toBe(200);
    expect(await outcome(tools(null, { robots: undefined }), '/private/1')).toBe(200);
    expect(paths()).toEqual(['/private/1', '/private/1']);
  });

  it.each<[what: string, robots: () => RequestListener, allowed: boolean]>([
    ['an empty file', () => respond(200, ''), true],
    ['204', () => respond(204, ''), true],
    ['404', () => respond(404, DISALLOW), true],
    ['401', () => respond(401, ''), true],
    ['403', () => respond(403, ''), true],
    ['410', () => respond(410, ''), true],
    ['429', () => respond(429, ''), true],
    ['500', () => respond(500, ''), false],
    ['503', () => respond(503, '', { 'retry-after': '60' }), false],
    ['304', () => respond(304, ''), false],
    ['no response', () => (request) => void request.socket.destroy(), false],
    [
      'a response that is cut off',
      () => (_request, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('User-agent: *');
        setTimeout(() => response.destroy(), 20);
      },
      false,
    ],
    ['an unknown coding', () => respond(200, '', { 'content-encoding': 'br' }), false],
    ['a page of HTML', () => respond(200, '<!DOCTYPE html><title>Shop</title>', { 'content-type': 'text/html' }), true],
    ['a file for others', () => respond(200, 'User-agent: other\nDisallow: /'), true],
    ['a file for hrev', () => respond(200, 'User-agent: hrev\nDisallow: /'), false],
    [
      'bytes that are not UTF-8',
      () => respond(200, Buffer.from([0xff, ...Buffer.from(`\nUser-agent: *\nDisallow: /page`)])),
      false,
    ],
    ['a rule within 500 KiB', () => respond(200, `${'#'.repeat(511_000)}\nUser-agent: *\nDisallow: /`), false],
    ['a rule after 500 KiB', () => respond(200, `${'#'.repeat(513_000)}\nUser-agent: *\nDisallow: /`), true],
    ['more than 2 MB', () => respond(200, '#'.repeat(3_000_000)), false],
  ])('%s', async (_what, listener, allowed) => {
    robots = listener();
    const result = await outcome(tools(newFiles()), '/page');
    if (allowed) expect(result).toBe(200);
    else
      expect(result).toMatchObject({
        code: 'blocked',
        message: expect.stringMatching(/^robots\.txt of shelf\.example /) as unknown,
      });
  });

  it.each([
    [1, false],
    [5, false],
    [6, true],
  ])('follows redirects of the file: %i of them, page allowed: %s', async (count, allowed) => {
    robots = ({ url = '' }, response) => {
      const step = Number(/\d+$/.exec(url)?.[0] ?? '0');
      if (step === count) return void response.end('User-agent: *\nDisallow: /');
      response.writeHead(301, { location: `/robots${step + 1}` }).end();
    };
    const result = await outcome(tools(newFiles()), '/page');
    if (allowed) expect(result).toBe(200);
    else expect(result).toBeInstanceOf(DisallowedByRobots);
  });

  it('does not follow a redirect of the file to an internal address', async () => {
    robots = respond(302, '', { location: 'http://127.0.0.1:1/robots.txt' });
    expect(await outcome(tools(newFiles()), '/page')).toBeInstanceOf(DisallowedByRobots);
  });

  it('remembers a file for a day, and one that cannot be read for ten minutes', async () => {
    const files = newFiles();
    await outcome(tools(files), '/a');
    await outcome(tools(files), '/b');
    now += 24 * 3_600_000 - 1;
    await outcome(tools(files), '/c');
    expect(paths().filter((path) => path === '/robots.txt')).toHaveLength(1);
    now += 1;
    robots = respond(503, '');
    expect(await outcome(tools(files), '/d')).toBeInstanceOf(DisallowedByRobots);
    now += 599_999;
    expect(await outcome(tools(files), '/d')).toBeInstanceOf(DisallowedByRobots);
    expect(paths().filter((path) => path === '/robots.txt')).toHaveLength(2);
    now += 1;
    robots = respond(200, DISALLOW);
    expect(await outcome(tools(files), '/d')).toBe(200);
  });

  it('asks for the file of each host', async () => {
    const files = newFiles();
    const http = tools(files, { facts: { slug: 'shelf', hosts: ['shelf.example', 'api.example'] } });
    await http.request('https://shelf.example/a');
    await http.request('https://api.example/a');
    await http.request('http://api.example/a');
    const hosts = requests.filter(({ path }) => path === '/robots.txt').map(({ host }) => host);
    expect(hosts).toEqual(['shelf.example', 'api.example', 'api.example']);
  });

  it('waits for a permit before the file, and forgets a request that had none', async () => {
    const files = newFiles();
    const delayed = new RequestDelayed('the daily requests are used up', 1);
    expect(await outcome(tools(files, { permit: () => Promise.reject(delayed) }), '/a')).toBe(delayed);
    expect(paths()).toEqual([]);
    expect(await outcome(tools(files), '/a')).toBe(200);
  });

  it('ends with the visit', async () => {
    const stop = new AbortController();
    robots = () => stop.abort();
    expect(await outcome(tools(newFiles(), { signal: stop.signal }), '/a')).toBeInstanceOf(Temporary);
  });

  const describeRendered = hasBrowser ? describe : describe.skip;
  describeRendered(`in a browser${hasBrowser ? '' : ': skipped, this machine has no Chromium'}`, () => {
    const browser = new RealBrowser();
    afterAll(() => browser.close());
    const render = (path: string): Promise<unknown> => {
      const { signal } = new AbortController();
      const page = browser
        .tools(FACTS, server.origin, signal, { robots: newFiles() })
        .render(`${SITE}${path}`, { waitFor: '#p' });
      return page.then(
        ({ url }) => url,
        (error: unknown) => error,
      );
    };

    it('opens a page that is allowed', async () => {
      expect(await render('/reviews')).toBe(`${SITE}/reviews`);
    });

    it('opens no page that is not allowed', async () => {
      expect(await render('/private/1')).toBeInstanceOf(DisallowedByRobots);
      expect(paths()).toEqual(['/robots.txt']);
    });

    it.each(['/moved', '/script'])('does not read the page to which %s leads, if it is not allowed', async (path) => {
      expect(await render(path)).toBeInstanceOf(DisallowedByRobots);
    });

    it('requests no data for an open page that are not allowed', async () => {
      const { signal } = new AbortController();
      const open = await browser.tools(FACTS, server.origin, signal, { robots: newFiles() }).open(`${SITE}/reviews`);
      await expect(open.fetch({ url: `${SITE}/private/data` })).rejects.toBeInstanceOf(DisallowedByRobots);
      await expect(open.goTo(`${SITE}/private/3`)).rejects.toBeInstanceOf(DisallowedByRobots);
      await open.close();
      expect(paths().filter((path) => path.startsWith('/private'))).toEqual([]);
    });
  });
});
