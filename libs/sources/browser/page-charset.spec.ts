// cspell:ignore xfffd
/** A browser decodes pages by the same rules as plain HTTP, and a page that it cannot decode is refused. */
import { startHttp, type LocalServer } from '@test/support/egress/local-servers';
import { hasBrowser, RealBrowser } from '@test/support/real-browser';
import type { OpenPage } from '../source-browser';
import { Changed } from '../source-errors';
import { returnsBytes } from './page-charset';

const describeRendered = hasBrowser ? describe : describe.skip;
const PLATFORM = 'https://www.shelf.example.com';
/** `Фонарь` in windows-1251; not valid in UTF-8. */
const LANTERN = Buffer.from('d4eeede0f0fc', 'hex');
const HTML = 'text/html';

interface Page {
  readonly type: string;
  readonly body: Buffer;
  readonly status?: number;
}
const page = (type: string, head: string, text: Buffer | string = LANTERN, status = 200): Page => ({
  ...{ type, status },
  body: Buffer.concat([Buffer.from(`${head}<p id=p>`), Buffer.from(text)]),
});

describeRendered(`the charset of a rendered page${hasBrowser ? '' : ': skipped, this machine has no Chromium'}`, () => {
  const browser = new RealBrowser();
  const pages: Record<string, Page> = {};
  let server: LocalServer;
  let open: OpenPage;

  beforeAll(async () => {
    server = await startHttp((request, response) => {
      const { type, body, status = 200 } = pages[request.url ?? ''] ?? page(HTML, '', 'first');
      response.writeHead(status, { 'content-type': type }).end(body);
    });
    const tools = browser.tools(
      { slug: 'shelf', hosts: ['shelf.example.com'] },
      server.origin,
      new AbortController().signal,
    );
    open = await tools.open(`${PLATFORM}/first`);
  });
  afterAll(async () => {
    await open.close();
    await browser.close();
    await server.stop();
  });

  it.each<[what: string, page: Page, text: string]>([
    ['by its content type', page('text/html; charset=windows-1251', ''), 'Фонарь'],
    ['by the charset that it states', page(HTML, '<meta charset=windows-1251>'), 'Фонарь'],
    ['in UTF-8', page(HTML, '<meta charset=utf-8>', 'Фонарь'), 'Фонарь'],
    ['without a charset and with ASCII only', page(HTML, '', 'lantern'), 'lantern'],
    ['with a U+FFFD of a reference', page(HTML, '<meta charset=windows-1251>', '&#xfffd;x'), '\ufffdx'],
    ['with an error status', page('text/html; charset=utf-8', '', LANTERN, 403), '\ufffd'],
  ])('reads a page %s', async (_what, served, text) => {
    pages['/page'] = served;
    expect((await open.goTo(`${PLATFORM}/page`)).html).toContain(`<p id="p">${text}`);
  });

  it.each<[what: string, page: Page, message: RegExp]>([
    ['that is not UTF-8 as its content type says', page('text/html; charset=utf-8', ''), /charset, utf-8/],
    ['that is not UTF-8 as it says', page(HTML, '<meta charset=utf-8>'), /charset, utf-8/],
    ['with half a character', page(HTML, '<meta charset=shift_jis>', Buffer.from([0x82])), /charset, shift_jis/],
    ['whose charset the browser guesses', page(HTML, ''), /states no charset/],
    ['whose charset the browser guesses, in UTF-8', page(HTML, '', 'Фонарь'), /states no charset/],
  ])('refuses a page %s', async (_what, served, message) => {
    pages['/page'] = served;
    const error: unknown = await open.goTo(`${PLATFORM}/page`).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Changed);
    expect(error).toMatchObject({ code: 'parse_error', message: expect.stringMatching(message) });
  });

  it('reads a page with a U+FFFD of its author only if the browser returns the bytes of other pages with one', async () => {
    pages['/page'] = page('text/html; charset=utf-8', '', 'x\ufffdy');
    const html = open.goTo(`${PLATFORM}/page`).then((rendered) => rendered.html);
    if (returnsBytes(await browser.version())) expect(await html).toContain('<p id="p">x\ufffdy');
    else await expect(html).rejects.toThrow(/charset, utf-8; Chromium \d+/);
  });

  it.each([
    ['156.0.8078.108', true],
    ['157.0.1.1', true],
    ['147.0.7727.0', false],
    ['', false],
  ])('Chromium %s returns bytes that are not valid: %s', (version, expected) => {
    expect(returnsBytes(version)).toBe(expected);
  });

  it('reads data that a page fetches as UTF-8, and refuses other bytes', async () => {
    await open.goTo(`${PLATFORM}/first`);
    pages['/data'] = { type: 'application/json; charset=windows-1251', body: Buffer.from('["Ж"]') };
    await expect(open.fetch({ url: `${PLATFORM}/data` })).resolves.toMatchObject({ body: '["Ж"]' });
    pages['/data'] = { type: 'application/json', body: LANTERN };
    await expect(open.fetch({ url: `${PLATFORM}/data` })).rejects.toBeInstanceOf(Changed);
    pages['/data'] = { type: 'text/html', body: LANTERN, status: 429 };
    await expect(open.fetch({ url: `${PLATFORM}/data` })).resolves.toMatchObject({ status: 429 });
  });
});
