import type { Browser, Page } from 'playwright';
import { ConsoleApp } from './support/console-app';
import { aHarbor, HOSTILE, type Harbor } from './support/harbor';
import { describeInBrowser, LOOKS, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;

describeInBrowser('the inbox', () => {
  let server: ConsoleApp;
  let browser: Browser;
  let harbor: Harbor;
  beforeAll(async () => {
    server = await ConsoleApp.start();
    harbor = await aHarbor(server);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  const reviewId = (author: string): number => harbor.reviews.get(author) ?? 0;
  const authors = (page: Page): Promise<string[]> => page.locator('.who').allTextContents();

  test.each(LOOKS)('the list and a review have no faults in $theme at $width', async (look) => {
    const watched = await WatchedPage.open(browser, server, look);
    const { page } = watched;
    await page.goto(server.screen('reviews'));
    await page.getByText('6 reviews').waitFor();
    await watched.expectNoFaults();
    await page.getByRole('link', { name: /Katharina/ }).click();
    await page.getByRole('textbox', { name: 'Write a reply' }).waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test.each([320, 768, 1024, 1920])('the page does not scroll sideways at %i', async (width) => {
    const watched = await WatchedPage.open(browser, server, { theme: 'dark', width: width as 360 });
    await watched.page.goto(server.screen(`reviews/${reviewId(HOSTILE)}?object_id=${harbor.objectId}`));
    await watched.page.getByText('Owners cannot reply on Steam').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('the views and filters are in the address, under the names of the API', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('reviews'));
    await page.getByRole('link', { name: 'Unanswered, 1–2 stars' }).click();
    await page.waitForURL(/has_reply=false&max_rating=2\.99|max_rating=2\.99&has_reply=false/);
    await page.getByText('4 reviews').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('tired');
    await page.getByText('1 review', { exact: true }).waitFor();
    expect(await authors(page)).toEqual(['Miguel']);
    await page.reload();
    await page.getByText('1 review', { exact: true }).waitFor();
    await page.goto(server.screen(`reviews?object_id=${harbor.objectId}&published_to=2026-11-16`));
    await page.getByText('2 reviews').waitFor();
    await page.getByRole('button', { name: 'Remove the filter To 2026-11-16' }).click();
    await page.getByText('6 reviews').waitFor();
    await page.getByLabel('Order').selectOption('Oldest first');
    await page.waitForURL(/sort_order=asc/);
    await watched.expectNoFaults();
    await watched.close();
  });

  test('by keyboard: J and K move, R writes, Ctrl Enter publishes, and the state is that of the service', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('reviews'));
    await page.getByText('6 reviews').waitFor();
    for (const [key, author] of [
      ['j', 'Katharina B.'],
      ['j', 'Miguel'],
      ['k', 'Katharina B.'],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByRole('heading', { name: author, exact: true }).waitFor();
    }
    await page.getByRole('textbox', { name: 'Write a reply' }).waitFor();
    await page.keyboard.press('r');
    await page.keyboard.type('A pipe broke. Jokes aside: sorry.');
    await page.reload();
    const editor = page.getByRole('textbox', { name: 'Write a reply' });
    await editor.waitFor();
    expect(await editor.inputValue()).toBe('A pipe broke. Jokes aside: sorry.');
    await editor.press('Control+Enter');
    await page.getByText('Waits to be sent').waitFor();
    await watched.expectNoFaults();
    const state = await server.app.agent
      .get(`/v3/reviews/${reviewId('Katharina B.')}/reply`)
      .set('X-API-Key', server.account.full);
    expect([state.status, (state.body as { status: string }).status]).toEqual([200, 'pending']);
    await watched.close();
  });

  test('a rejected reply names what to do, and keeps its text', async () => {
    const id = reviewId('Тимур');
    const reply = await server.app.agent
      .put(`/v3/reviews/${id}/reply`)
      .set('X-API-Key', server.account.full)
      .send({ text: 'Call +351' });
    expect(reply.status).toBe(202);
    await server.app.database.query(
      "update review_reply set due_at = null, state = 'failed', error = 'text_rejected' where review_id = $1",
      [id],
    );
    const watched = await WatchedPage.open(browser, server, LOOK);
    await watched.page.goto(server.screen(`reviews/${id}`));
    await watched.page.getByText('Not published: Trustpilot rejected the text.').waitFor();
    await watched.page.getByText('Change the text and publish again.').waitFor();
    const editor = watched.page.getByRole('textbox', { name: 'Write a reply' });
    expect(await editor.inputValue()).toBe('Call +351');
    await watched.expectNoFaults();
    await watched.close();
  });

  test('the reason why no reply is possible is shown with its remedy, in place of the editor', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen(`reviews/${reviewId('Miguel')}`));
    await page.getByText('Connect Booking.com to answer for this object.').waitFor();
    expect(await page.getByRole('link', { name: 'Connect Booking.com' }).getAttribute('href')).toMatch(/connections/);
    expect(await page.getByRole('textbox', { name: 'Write a reply' }).count()).toBe(0);
    await watched.expectNoFaults();
    await watched.close();
  });

  test('a hostile text stays text', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen(`reviews/${reviewId(HOSTILE)}`));
    await page.getByText('Owners cannot reply on Steam').waitFor();
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await page.title()).toBe('Reviews');
    await watched.expectNoFaults();
    await watched.close();
  });

  test('on a phone the review is a page of its own, with a way back', async () => {
    const watched = await WatchedPage.open(browser, server, { theme: 'dark', width: 360 });
    const { page } = watched;
    await page.goto(server.screen('reviews?has_reply=false'));
    await page.getByRole('link', { name: /Miguel/ }).click();
    await page.getByRole('heading', { name: 'Miguel' }).waitFor();
    expect(await page.getByRole('region', { name: 'List of reviews' }).isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await page.getByText('5 reviews').waitFor();
    expect(new URL(page.url()).search).toBe('?has_reply=false');
    await watched.close();
  });
});

describeInBrowser('the inbox of a viewer', () => {
  test('has no editor', async () => {
    const server = await ConsoleApp.start({ role: 'viewer' });
    const browser = await startBrowser();
    try {
      const { reviews } = await aHarbor(server);
      const watched = await WatchedPage.open(browser, server, LOOK);
      await watched.page.goto(server.screen(`reviews/${reviews.get('Katharina B.')}`));
      await watched.page.getByText('Read only: a viewer cannot reply.').waitFor();
      expect(await watched.page.getByRole('textbox', { name: 'Write a reply' }).count()).toBe(0);
      await watched.expectNoFaults();
    } finally {
      await browser.close();
      await server.close();
    }
  });
});
