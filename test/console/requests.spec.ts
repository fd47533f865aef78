import type { Browser, Page } from 'playwright';
import { ConsoleApp } from './support/console-app';
import { aHarbor } from './support/harbor';
import { describeInBrowser, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;
/** The stream of live changes is open by then, and what it reports first is read. */
const AFTER_MS = 3_000;

interface Calls {
  readonly count: number;
  readonly twice: readonly string[];
  readonly refusals: readonly string[];
}

describeInBrowser('the requests of a screen', () => {
  let server: ConsoleApp;
  let browser: Browser;
  let unanswered = 0;
  let objectId = 0;
  beforeAll(async () => {
    server = await ConsoleApp.start();
    const harbor = await aHarbor(server);
    unanswered = harbor.reviews.get('Miguel') ?? 0;
    objectId = harbor.objectId;
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  /** The calls of the API, with their parameters in one order, and the statuses that are refusals. */
  const callsOf = async (act: (page: Page) => Promise<void>): Promise<Calls> => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const calls: string[] = [];
    const refusals: string[] = [];
    const addressOf = (url: string): string => {
      const { pathname, searchParams } = new URL(url);
      searchParams.sort();
      return `${pathname}?${searchParams.toString()}`;
    };
    const isApi = (url: string): boolean => /^\/(v3|console\/api)\//.test(new URL(url).pathname);
    watched.page.on('request', (request) => {
      if (isApi(request.url())) calls.push(`${request.method()} ${addressOf(request.url())}`);
    });
    watched.page.on('response', (response) => {
      if (response.status() >= 400) refusals.push(`${response.status()} ${response.url()}`);
    });
    await act(watched.page);
    await watched.page.waitForTimeout(AFTER_MS);
    await watched.close();
    return { count: calls.length, twice: calls.filter((call, at) => calls.indexOf(call) !== at), refusals };
  };

  // The account of this file was not watched before its first page.
  test.each<readonly [name: string, path: () => string]>([
    ['overview', () => 'overview'],
    ['the inbox', () => 'reviews'],
    ['a review without our reply', () => `reviews/${unanswered}`],
    ['the objects', () => 'objects'],
    ['the links of an object', () => `objects/${objectId}/links`],
    ['the reviews of an object', () => `objects/${objectId}/reviews`],
    ['the analytics', () => 'analytics'],
    ['the webhooks', () => 'webhooks'],
    ['the members', () => 'settings/members'],
  ])('%s asks for nothing twice, and for nothing that does not exist', async (_, path) => {
    const { count, ...faults } = await callsOf(async (page) => {
      await page.goto(server.screen(path()));
      await page.getByRole('heading').first().waitFor();
    });
    expect(count).toBeGreaterThan(3);
    expect(faults).toEqual({ twice: [], refusals: [] });
  });

  test('a way through three screens and back asks for nothing twice', async () => {
    const { count, ...faults } = await callsOf(async (page) => {
      const main = page.getByRole('navigation', { name: 'Main', exact: true });
      await page.goto(server.screen('overview'));
      for (const name of ['Reviews', 'Objects', 'Overview']) {
        await page.waitForLoadState('networkidle');
        await main.getByRole('link', { name: new RegExp(`^${name}`) }).click();
        await page.getByRole('heading', { name, exact: true }).waitFor();
      }
    });
    expect(count).toBeGreaterThan(15);
    expect(faults).toEqual({ twice: [], refusals: [] });
  });
});
