import type { Browser, Page } from 'playwright';
import { ConsoleApp } from './support/console-app';
import { aPier, type Pier } from './support/pier';
import { describeInBrowser, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;

describeInBrowser('pinned reviews', () => {
  let server: ConsoleApp;
  let browser: Browser;
  let pier: Pier;
  beforeAll(async () => {
    server = await ConsoleApp.start({ role: 'member' });
    browser = await startBrowser();
  });
  beforeEach(async () => {
    pier = await aPier(server);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const open = async (): Promise<WatchedPage> => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    await watched.page.goto(server.screen(`objects/${pier.objectId}/pinned`));
    await watched.page.getByRole('button', { name: 'Move Jonas', exact: true }).waitFor();
    return watched;
  };
  const authors = async (page: Page): Promise<readonly string[]> =>
    page.getByRole('list', { name: 'Pinned' }).getByRole('listitem').locator('b').allTextContents();
  const stored = async (): Promise<readonly string[]> => {
    const path = `/v3/objects/${pier.objectId}/pinned-reviews`;
    const { body } = await server.app.agent.get(path).set('X-API-Key', server.account.full);
    return (body as { data: { author: string }[] }).data.map(({ author }) => author);
  };
  const asRui = (order: readonly number[]): Promise<unknown> =>
    server.person.browser.v3('PUT', `objects/${pier.objectId}/pinned-reviews`, server.account.accountId, {
      ordered_review_ids: order.map((place) => pier.pinned[place]),
    });

  test('Space lifts a review, the arrow keys move it with spoken places, Esc puts it back, and Space drops it', async () => {
    const watched = await open();
    const { page } = watched;
    const before = await authors(page);
    await page.getByRole('button', { name: 'Move Jonas', exact: true }).focus();
    await page.keyboard.press('Space');
    await page.getByText('Jonas lifted, place 2 of 7').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByText('Jonas, place 3 of 7').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.getByText('Jonas, place 1 of 7').waitFor();
    await watched.expectNoFaults();
    await page.keyboard.press('Escape');
    await page.getByText('Jonas put back to place 2 of 7').waitFor();
    expect(await authors(page)).toEqual(before);
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await page.getByText('Jonas dropped at place 1 of 7').waitFor();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect((await stored()).slice(0, 2)).toEqual(['Jonas', 'Beatriz R.']);
    await watched.expectNoFaults();
    await watched.close();
  });

  test('buttons move a review and keep the focus, and several changes are saved once', async () => {
    const watched = await open();
    const { page } = watched;
    const saves: string[] = [];
    page.on('request', (request) => void (request.method() === 'PUT' && saves.push(request.url())));
    const down = page.getByRole('button', { name: 'Move Jonas down' });
    await down.press('Enter');
    await down.press('Enter');
    await page.getByText('Jonas, place 4 of 7').waitFor();
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Move Jonas down');
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(saves).toHaveLength(1);
    expect((await stored()).indexOf('Jonas')).toBe(3);
    await watched.close();
  });

  test('a review is unpinned, and pinned in its place by Undo', async () => {
    const watched = await open();
    const { page } = watched;
    const before = await authors(page);
    await page.getByRole('button', { name: 'Unpin Jonas' }).click();
    await page.getByText('Jonas is unpinned.').waitFor();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await stored()).not.toContain('Jonas');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Move Jonas', exact: true }).waitFor();
    await page.waitForTimeout(0);
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await authors(page)).toEqual(before);
    await watched.close();
  });

  test.each([
    ['Take theirs', ['Тимур', 'Beatriz R.', 'Jonas']],
    ['Keep mine', ['Jonas', 'Beatriz R.', 'أحمد']],
  ] as const)('after the change of another person, "%s" leaves their order or this one', async (button, first) => {
    const watched = await open();
    const { page } = watched;
    await asRui([6, 0, 1, 2, 3, 4, 5]);
    await page.getByRole('button', { name: 'Move Jonas up' }).click();
    await page.getByText('Rui changed the order.').waitFor();
    expect((await stored())[0]).toBe('Тимур');
    await watched.expectNoFaults();
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    if (button === 'Keep mine') await page.getByText('Saved.', { exact: true }).waitFor();
    expect((await authors(page)).slice(0, 3)).toEqual(first);
    expect((await stored()).slice(0, 3)).toEqual(first);
    await watched.close();
  });

  test('a change is saved when the screen is left before 800 ms', async () => {
    const watched = await open();
    await watched.page.getByRole('button', { name: 'Move Jonas up' }).click();
    const saved = watched.page.waitForResponse((response) => response.request().method() === 'PUT');
    await watched.page.getByRole('link', { name: /^Hidden/ }).click();
    expect((await saved).status()).toBe(200);
    expect((await stored())[0]).toBe('Jonas');
    await watched.close();
  });
});
