import type { Browser, CDPSession, Page } from 'playwright';
import { ConsoleApp } from './support/console-app';
import { describeInBrowser, LOOKS, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;

describeInBrowser('security', () => {
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

  test.each(LOOKS)('the page has no faults in $theme at $width', async (look) => {
    const watched = await WatchedPage.open(browser, server, look);
    await watched.page.goto(server.screen('settings/security'));
    await watched.page.getByRole('cell', { name: 'Phone', exact: true }).waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('a second factor gets another name', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('settings/security'));
    await page.getByRole('button', { name: 'Rename Phone' }).click();
    const dialog = page.getByRole('dialog');
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await name.fill(' ');
    await dialog.getByText('Enter a name.').waitFor();
    await name.fill('Phone of the office');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('cell', { name: 'Phone of the office', exact: true }).waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  /** An authenticator of the browser that verifies its owner at once. */
  const addAuthenticator = async (page: Page): Promise<CDPSession> => {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return session;
  };

  test('a passkey is added, signs in alone, and proves who the person is', async () => {
    const origin = server.origin.replace('127.0.0.1', 'localhost');
    const cookie = { ...server.cookie, url: origin };
    const watched = await WatchedPage.open(browser, { origin, cookie }, LOOK);
    const { page } = watched;
    await addAuthenticator(page);
    await page.goto(server.screen('settings/security').replace('127.0.0.1', 'localhost'));
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByRole('cell', { name: 'Passkey', exact: true }).first().waitFor();
    await watched.expectNoFaults();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await server.app.database.query(`update session set proved_at = proved_at - interval '11 minutes'`);
    await page.goto(server.screen('settings/security').replace('127.0.0.1', 'localhost'));
    await page.getByRole('button', { name: 'Make new codes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await page.getByText('10 codes are left.').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });
});
