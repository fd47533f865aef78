import { hasBrowser, RealBrowser } from '@test/support/real-browser';
import { parseInPlace } from '../../conformance/parse-in-place';
import { SandboxServer } from '../../sandbox/sandbox-server';
import { trustpilotSandbox } from '../../sandbox/trustpilot';
import type { SnapshotPage, VisitEnd, VisitTools } from '../../source';
import { Blocked } from '../../source-errors';
import { readPage } from './page-state';
import { trustpilot } from '.';
import { visit } from './visit';

const SHOP = 'lantern-books.example';
const PAGE = `https://www.trustpilot.com/review/${SHOP}`;
const describeRendered = hasBrowser ? describe : describe.skip;

describeRendered(`Trustpilot in a real browser${hasBrowser ? '' : ': skipped, this machine has no Chromium'}`, () => {
  const browser = new RealBrowser();
  const sandbox = new SandboxServer([trustpilotSandbox]);

  beforeAll(async () => {
    await sandbox.start();
    sandbox.listing('trustpilot', SHOP).name = 'Lantern Books';
    for (let index = 0; index < 230; index += 1) {
      sandbox.add('trustpilot', SHOP, { rating: 4, publishedAt: new Date(Date.UTC(2026, 5, 1) - index * 3_600_000) });
    }
  });

  afterAll(async () => {
    await browser.close();
    await sandbox.stop();
  });

  const rendering = (): VisitTools['browser'] =>
    browser.tools(trustpilot.facts, sandbox.origin, new AbortController().signal);

  it('reads the newest 200 of 230 reviews as a window and never requests page 11', async () => {
    const pages = visit(PAGE, {
      browser: rendering(),
      parse: parseInPlace,
      hasStoredReviews: () => Promise.resolve(false),
      http: { request: () => Promise.reject(new Error('Trustpilot is read in the browser only')) },
      now: new Date(),
      signal: new AbortController().signal,
    });
    const ids = new Set<string | null>();
    let step: IteratorResult<SnapshotPage, VisitEnd> = await pages.next();
    for (; !step.done; step = await pages.next()) {
      expect(step.value.object?.reviewCount).toBe(230);
      for (const { externalId } of step.value.reviews) ids.add(externalId);
    }
    const newest = sandbox.listing('trustpilot', SHOP).reviews.slice(0, 200);
    expect([...ids]).toEqual(newest.map(({ id }) => id));
    expect(step.value).toEqual({ coverage: 'window' });
    expect(sandbox.requests.filter(({ url }) => url.includes('page=11'))).toEqual([]);
  });

  it('recognizes the login wall to which page 11 redirects', async () => {
    const page = await rendering().render(`${PAGE}?languages=all&sort=recency&page=11`, {
      waitFor: '#connect',
      waitForMs: 5_000,
    });
    expect(new URL(page.url).pathname).toBe('/users/connect');
    expect(() => readPage(page)).toThrow(Blocked);
  });
});
