import type { Browser, Page } from 'playwright';
import { ConsoleApp } from './support/console-app';
import { aHarbor } from './support/harbor';
import { someHotels } from './support/hotels';
import { describeInBrowser, startBrowser, WatchedPage } from './support/watched-page';

const DARK = { theme: 'dark', width: 1280 } as const;
/** The width of A4 with its margins, in pixels. */
const PAPER = { width: 718, height: 1047 };

describeInBrowser('a page on paper has what a person reads, without the frame and the controls', () => {
  let server: ConsoleApp;
  let browser: Browser;
  let review = 0;
  beforeAll(async () => {
    server = await ConsoleApp.start();
    await someHotels(server);
    review = (await aHarbor(server)).reviews.get('Katharina B.') ?? 0;
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  /** Opens a screen as the printer sees it. */
  const printed = async (path: string, isReady: (page: Page) => Promise<void>): Promise<WatchedPage> => {
    const watched = await WatchedPage.open(browser, server, DARK);
    const { page } = watched;
    await page.goto(server.screen(path));
    await isReady(page);
    await page.waitForLoadState('networkidle');
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(PAPER);
    await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
    return watched;
  };
  const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor();

  test.each([
    ['overview', heading('Overview'), 'Needs you'],
    ['reviews?search=water', heading('Reviews'), 'No water from six in the evening until noon.'],
    [
      'reviews/REVIEW',
      (page: Page) => page.getByRole('heading', { name: 'Katharina B.' }).waitFor(),
      'No water from six',
    ],
    ['analytics', heading('Analytics'), 'By platform'],
  ] as const)('%s', async (path, isReady, content) => {
    const watched = await printed(path.replace('REVIEW', String(review)), isReady);
    const { page } = watched;
    expect(await page.getByText(content).filter({ visible: true }).count()).toBeGreaterThan(0);
    for (const role of ['navigation', 'banner', 'textbox', 'searchbox', 'combobox'] as const)
      expect([role, await page.getByRole(role).filter({ visible: true }).count()]).toEqual([role, 0]);
    const shown = page.locator('button:visible:not(th button, [aria-pressed=true], [data-print])');
    expect(await shown.allInnerTexts()).toEqual([]);
    const background = 'getComputedStyle(document.documentElement).getPropertyValue("--surface").trim()';
    expect(await page.evaluate<string>(background)).toBe('#FFFFFF');
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await page.evaluate("window.dispatchEvent(new Event('afterprint'))");
    expect(await page.evaluate<string>(background)).not.toBe('#FFFFFF');
    await watched.close();
  });

  test('a list prints all of its rows and whole texts, and an open review prints alone', async () => {
    const list = await printed('reviews?search=long', heading('Reviews'));
    await list.page.locator('.row-text').first().waitFor();
    const cut = `[...document.querySelectorAll('.list, .row-text')]
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1).map(({ className }) => className)`;
    expect(await list.page.evaluate(cut)).toEqual([]);
    await list.close();
    const open = await printed(`reviews/${review}`, (page) =>
      page.getByRole('heading', { name: 'Katharina B.' }).waitFor(),
    );
    expect(await open.page.locator('a.row:visible').count()).toBe(0);
    await open.close();
  });
});
