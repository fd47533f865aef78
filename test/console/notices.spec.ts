import type { Browser } from 'playwright';
import { NoticesService } from '@src/notices';
import { ConsoleApp } from './support/console-app';
import { aHarbor } from './support/harbor';
import { describeInBrowser, LOOKS, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;

describeInBrowser('notices and the profile', () => {
  let server: ConsoleApp;
  let browser: Browser;
  beforeAll(async () => {
    server = await ConsoleApp.start();
    await aHarbor(server);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const notify = (kind: string, subject: string, path: string): Promise<void> =>
    server.app.app
      .get(NoticesService, { strict: false })
      .notify({ accountId: server.account.accountId, kind, subject, body: 'What happened, and what to do.', path });

  test('a notice is marked in the bell, read, led to its cause, and switched off by kind', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('notices'));
    await page.getByText('No notices yet.').waitFor();
    await watched.expectNoFaults();
    await notify('link_frozen', 'Link 1 on Trustpilot is frozen', 'objects');
    await notify('trial_ending', 'The trial ends soon', 'settings/usage');
    await page.reload();
    await page.getByRole('link', { name: 'Notices, 2 unread' }).waitFor();
    await page.getByRole('button', { name: 'Unread The trial ends soon' }).click();
    await page.getByText('What happened, and what to do.').waitFor();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('link', { name: 'Notices', exact: true }).waitFor();
    await page.getByRole('switch', { name: 'Trial ends: Console' }).press('Space');
    await page.getByText('The trial ends soon').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Show details: Link 1 on Trustpilot is frozen' }).click();
    await page.getByRole('heading', { name: 'Objects' }).waitFor();
    await watched.close();
  });

  test.each(LOOKS)('the pages have no faults in $theme at $width', async (look) => {
    await notify('webhook_failing', `Webhook 7 has failed ${'often'.repeat(30)}`, 'objects');
    const watched = await WatchedPage.open(browser, server, look);
    await watched.page.goto(server.screen('notices'));
    await watched.page.getByText('Webhook 7 has failed').first().waitFor();
    await watched.page.getByRole('switch', { name: 'Link paused after failures: Console' }).waitFor();
    await watched.expectNoFaults();
    await watched.page.goto(server.screen('settings/profile'));
    await watched.page.getByLabel('Time zone').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('the profile changes formats, rows and keys at once, also in another browser', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('settings/profile'));
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Rui Costa');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByLabel('Format of numbers and dates').selectOption('German (Germany)');
    await page.getByText(/12\.345,6/).waitFor();
    await page.getByLabel('Rows').selectOption('Compact');
    await page.getByRole('switch', { name: 'Single-letter shortcuts' }).press('Space');
    await page.waitForFunction(`document.documentElement.dataset.density === 'compact'`);
    await watched.expectNoFaults();
    const stored = await server.person.browser.send('GET', '/console/api/me');
    expect(stored.body).toMatchObject({
      name: 'Rui Costa',
      preferences: { locale: 'de-DE', density: 'compact', single_keys: false },
    });
    const other = await WatchedPage.open(browser, server, LOOK);
    await other.page.goto(server.screen('objects'));
    const row = other.page.getByRole('row').filter({ hasText: 'Harbor Hotel Porto' });
    await row.waitFor();
    await other.page.keyboard.press('?');
    expect((await row.boundingBox())?.height).toBeLessThan(44);
    expect(await other.page.getByRole('dialog').count()).toBe(0);
    await Promise.all([watched.close(), other.close()]);
  });

  test('a suspended account says why, and a trial what it leaves out', async () => {
    const { accountId } = server.account;
    const change = (sql: string): Promise<unknown> =>
      server.app.database.query(`update account set ${sql} where id = $1`, [accountId]);
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await change(`status = 'suspended', suspended_reason = 'the invoice is not paid'`);
    await page.goto(server.screen('settings/usage'));
    await page.getByText('Reason: the invoice is not paid.').waitFor();
    await page.getByText('Active objects').waitFor();
    await watched.expectNoFaults();
    await change(
      `status = 'active', suspended_reason = null, plan = 'trial', trial_ends_at = clock_timestamp() + interval '5 days'`,
    );
    await page.reload();
    await page.getByText('the newest 20 reviews of each link are shown').waitFor();
    await watched.expectNoFaults();
    await change(`plan = 'full', trial_ends_at = null`);
    await watched.close();
  });
});
