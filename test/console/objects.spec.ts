import type { Browser } from 'playwright';
import { ConsoleServer } from './support/console-server';
import { aHarbor, type Harbor } from './support/harbor';
import { describeInBrowser, LOOKS, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;

describeInBrowser('objects', () => {
  let server: ConsoleServer;
  let browser: Browser;
  let harbor: Harbor;
  beforeAll(async () => {
    server = await ConsoleServer.start();
    harbor = await aHarbor(server);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test.each(LOOKS)('the list and an object have no faults in $theme at $width', async (look) => {
    const watched = await WatchedPage.open(browser, server, look);
    const { page } = watched;
    await page.goto(server.screen('objects'));
    await page.getByRole('link', { name: 'Harbor Hotel Porto' }).waitFor();
    await watched.expectNoFaults();
    await page.getByRole('link', { name: 'Harbor Hotel Porto' }).click();
    await page.getByText('Bot check instead of the page. We do not get round it').waitFor();
    await watched.expectNoFaults();
    await page
      .getByRole('button', { name: /Details of/ })
      .first()
      .click();
    await page.getByRole('dialog').getByText('Added').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test.each([320, 768, 1024, 1920])('the page does not scroll sideways at %i', async (width) => {
    const watched = await WatchedPage.open(browser, server, { theme: 'dark', width: width as 360 });
    for (const path of ['objects', `objects/${harbor.objectId}/links`]) {
      await watched.page.goto(server.screen(path));
      await watched.page.getByRole('heading', { level: 1 }).waitFor();
      await watched.page.getByRole('table').waitFor();
      await watched.expectNoFaults();
    }
    await watched.close();
  });

  test('search and filter are in the address, and a text of a person stays text', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('objects'));
    await page.getByText('Old Pier').waitFor();
    expect(await page.title()).toBe('Objects');
    await page.keyboard.press('/');
    await page.keyboard.type('porto');
    await page.waitForURL(/search=porto/);
    expect(await page.getByRole('row').count()).toBe(2);
    await page.getByLabel('Show').selectOption('Off');
    await page.waitForURL(/problem=off/);
    await page.getByText('No object matches.').waitFor();
    await page.reload();
    await page.getByText('No object matches.').waitFor();
    expect(await page.getByLabel('Search by name').inputValue()).toBe('porto');
    await watched.expectNoFaults();
    await watched.close();
  });

  test('an object is switched off and on', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('objects'));
    const row = page.getByRole('row').filter({ hasText: 'Porto' });
    const isOn = row.getByRole('switch', { name: 'Collect Harbor Hotel Porto' });
    await isOn.press('Space');
    await row.getByText('Off', { exact: true }).waitFor();
    await isOn.press('Space');
    await row.getByText('In part').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('an object shows what was collected and why it stopped, and collects again', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen(`objects/${harbor.objectId}/links`));
    await page.getByText('2 of 3 links collected').waitFor();
    for (const [row, state] of [
      ['trustpilot', 'Up to date'],
      ['booking', 'In part'],
      ['steam', 'Refused'],
    ] as const)
      await page.getByRole('row').filter({ hasText: row }).getByText(state).waitFor();
    await page.getByRole('button', { name: 'Collect now' }).click();
    await page.getByText('The collection has started.').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('an address is refused with the reason, and added', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen(`objects/${harbor.objectId}/links`));
    await page.getByRole('button', { name: 'Add link' }).click();
    const address = page.getByLabel('Address of the page on the platform');
    await address.fill('https://nowhere.example/');
    await page.keyboard.press('Enter');
    await page.getByText('No platform of this installation has this address.').waitFor();
    await watched.expectNoFaults();
    await address.fill('https://apps.apple.com/us/app/harbor/id123456789');
    await page.keyboard.press('Enter');
    await page.getByRole('row').filter({ hasText: 'apps.apple.com' }).getByText('Not collected yet').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('the details of a link have an address of their own, and stop its collection', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen(`objects/${harbor.objectId}/links`));
    await page.getByRole('row').filter({ hasText: 'steam' }).getByRole('button').click();
    await page.waitForURL(/link=\d+/);
    await page.reload();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop collecting' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Collect again' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.search === '');
    await page.getByRole('row').filter({ hasText: 'steam' }).getByText('Off', { exact: true }).waitFor();
    await watched.close();
  });

  test('an object of another account is not found', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    await watched.page.goto(server.screen('objects/999999/links'));
    await watched.page.getByText('Not found or not yours.').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('every request of the console has the marks against forgery', () => expect(server.unmarked).toEqual([]));
});
