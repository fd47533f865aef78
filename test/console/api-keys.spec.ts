import type { Browser } from 'playwright';
import { RequestRecorder } from '@src/console/records/request-recorder.service';
import { ConsoleApp } from './support/console-app';
import { describeInBrowser, LOOKS, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;

describeInBrowser('keys and the request log', () => {
  let server: ConsoleApp;
  let browser: Browser;
  beforeAll(async () => {
    server = await ConsoleApp.start();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test('a key is made, used, seen in the log, and revoked', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('keys'));
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill('dashboard');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const key = (await page.getByText(/^hrev_\w{40,}$/).textContent()) ?? '';
    expect(await page.getByRole('button', { name: 'Close' }).isDisabled()).toBe(true);
    await watched.expectNoFaults();
    await page.getByLabel('I have stored it').check();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('dashboard').waitFor();
    expect(await page.content()).not.toContain(key);
    await server.app.agent.get('/v3/objects?limit=none').set('X-API-Key', key).expect(422);
    await server.app.app.get(RequestRecorder, { strict: false }).write();
    await page.goto(server.screen('requests'));
    await page.getByRole('button', { name: /validation_error/ }).click();
    await page.waitForURL(/code=validation_error/);
    await page.getByRole('link', { name: 'GET /v3/objects 422' }).click();
    await page.getByText('limit=none').waitFor();
    await watched.expectNoFaults();
    await page.goto(server.screen('keys'));
    await page.getByRole('button', { name: 'Revoke dashboard' }).click();
    await page.getByRole('button', { name: 'Revoke now' }).click();
    await page.getByText('dashboard').waitFor({ state: 'detached' });
    await server.app.agent.get('/v3/objects').set('X-API-Key', key).expect(401);
    await watched.close();
  });

  test.each(LOOKS)('both screens have no faults in $theme at $width', async (look) => {
    const watched = await WatchedPage.open(browser, server, look);
    for (const path of ['keys', 'requests']) {
      await watched.page.goto(server.screen(path));
      await watched.page.getByRole('table').waitFor();
      await watched.expectNoFaults();
    }
    await watched.close();
  });
});
