import { GuardedClient } from '@libs/egress';
import { parseInPlace } from '../../conformance/parse-in-place';
import { hasBrowser, RealBrowser } from '@test/support/real-browser';
import { HttpTools } from '../../http-tools';
import { makeTwoGisSandbox } from '../../sandbox/2gis';
import { SandboxServer } from '../../sandbox/sandbox-server';
import type { CollectedReview, SnapshotPage, VisitEnd, VisitTools } from '../../source';
import { Blocked, Gone } from '../../source-errors';
import { twoGis } from '.';
import { visit } from './visit';

const FIRM = '70000001012340003';
const PAGE = `https://2gis.ru/firm/${FIRM}`;
const describeRendered = hasBrowser ? describe : describe.skip;

describeRendered(`2GIS in a real browser${hasBrowser ? '' : ': skipped, this machine has no Chromium'}`, () => {
  const browser = new RealBrowser();
  const sandboxes = {
    open: new SandboxServer([makeTwoGisSandbox({ api: 'open', page: 'shell' })]),
    refuses: new SandboxServer([makeTwoGisSandbox({ api: 'refuses', page: 'shell' })]),
  };

  beforeAll(async () => {
    for (const sandbox of Object.values(sandboxes)) {
      await sandbox.start();
      sandbox.listing('2gis', FIRM).name = 'Пар, чайная';
      for (let index = 0; index < 40; index += 1) add(sandbox, index);
    }
  });

  afterAll(async () => {
    await browser.close();
    await Promise.all(Object.values(sandboxes).map((sandbox) => sandbox.stop()));
  });

  function add(sandbox: SandboxServer, index: number): void {
    sandbox.add('2gis', FIRM, {
      author: 'Лада Речная',
      text: index === 0 ? `'"\\</script>\u2028 ${index}` : `Отзыв ${index}`,
      rating: (index % 5) + 1,
      publishedAt: new Date(Date.UTC(2026, 5, 1) - index * 3_600_000),
      reply: index % 2 === 0 ? { text: `Ответ ${index}`, at: new Date(Date.UTC(2026, 5, 2)) } : null,
      images: index % 3 === 0 ? ['https://a.example/p.jpg'] : [],
    });
  }

  function toolsAt({ origin }: SandboxServer): VisitTools {
    const { signal } = new AbortController();
    const client = new GuardedClient({ exemptOrigins: [origin] });
    const permit = (): Promise<void> => Promise.resolve();
    return {
      http: new HttpTools({ client, facts: twoGis.facts, origin, permit, signal, version: 'spec' }),
      browser: browser.tools(twoGis.facts, origin, signal),
      parse: parseInPlace,
      hasStoredReviews: () => Promise.resolve(false),
      now: new Date(),
      signal,
    };
  }

  async function runVisit(sandbox: SandboxServer): Promise<{ reviews: CollectedReview[]; end: VisitEnd }> {
    const pages = visit(PAGE, toolsAt(sandbox));
    const reviews: CollectedReview[] = [];
    for (;;) {
      const step: IteratorResult<SnapshotPage, VisitEnd> = await pages.next();
      if (step.done) return { reviews, end: step.value };
      reviews.push(...step.value.reviews);
    }
  }

  const withoutRaw = (reviews: readonly CollectedReview[]): unknown =>
    reviews.map(({ raw: _raw, ...fields }) => fields);

  it('renders a page that plain HTTP returns as a shell, and reads the key and address of the API from it', async () => {
    const { reviews, end } = await runVisit(sandboxes.open);
    expect(reviews).toHaveLength(40);
    expect(reviews[0]?.text).toBe(`'"\\</script>\u2028 0`);
    expect(end).toEqual({ coverage: 'all' });
    expect(sandboxes.open.requests.some(({ url }) => url.includes('public-api.reviews.2gis.com'))).toBe(true);
  });

  it('reads the list from the page if the API refuses, with the same fields', async () => {
    const [byApi, byPage] = [await runVisit(sandboxes.open), await runVisit(sandboxes.refuses)];
    expect(byPage.end).toEqual({ coverage: 'all' });
    const ids = new Map(byApi.reviews.map(({ externalId }, index) => [byPage.reviews[index]?.externalId, externalId]));
    expect(ids.size).toBe(40);
    expect(withoutRaw(byPage.reviews)).toEqual(withoutRaw(byApi.reviews));
  });

  it('throws Blocked for a page with a part of the list', async () => {
    for (let index = 40; index < 51; index += 1) add(sandboxes.refuses, index);
    await expect(runVisit(sandboxes.refuses)).rejects.toThrow(Blocked);
  });

  it('throws Gone for a deleted firm', async () => {
    sandboxes.open.behave('2gis', FIRM, 'gone');
    await expect(runVisit(sandboxes.open)).rejects.toThrow(Gone);
  });
});
