import type { Browser, Page } from 'playwright';
import { PASSWORD } from '@test/support/console-person';
import { ConsoleApp } from './support/console-app';
import { describeInBrowser, LOOKS, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;

describeInBrowser('members, usage, audit and the end of an account', () => {
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

  const roleOf = (page: Page, name: string) => page.getByRole('combobox', { name: `Role of ${name}` });

  test.each(LOOKS)('the pages have no faults in $theme at $width', async (look) => {
    const watched = await WatchedPage.open(browser, server, look);
    for (const [path, text] of [
      ['members', 'Invite person'],
      ['usage', 'Active objects'],
      ['audit', 'Account created'],
      ['close', 'Type Harbor Hotels to confirm.'],
    ] as const) {
      await watched.page.goto(server.screen(`settings/${path}`));
      await watched.page.getByText(text).filter({ visible: true }).first().waitFor();
      await watched.expectNoFaults();
    }
    await watched.close();
  });

  test('an owner invites a person, who joins in another browser, reads, and is removed while a page is open', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('settings/members'));
    await page.getByRole('row', { name: /Rui/ }).getByText('Set up').waitFor();
    await page.getByRole('button', { name: 'Invite person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Make link' }).click();
    await dialog.getByText('Enter an e-mail address such as rui@harbor.example.').waitFor();
    await dialog.getByLabel('E-mail').fill('zoe@guest.example');
    await dialog.getByRole('button', { name: 'Make link' }).click();
    const link = await page.getByRole('textbox', { name: 'The link to join' }).inputValue();
    await watched.expectNoFaults();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('table', { name: 'Open invitations' }).getByText('zoe@guest.example').waitFor();

    const guest = await WatchedPage.open(browser, server, LOOK, false);
    await guest.page.goto(link);
    await guest.page.getByText('You join Harbor Hotels as viewer, with zoe@guest.example.').waitFor();
    await guest.page.getByLabel('Name').fill('Zoe');
    await guest.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await guest.page.getByRole('button', { name: 'Join' }).click();
    await guest.page
      .getByRole('link', { name: /Settings/ })
      .first()
      .waitFor();
    await guest.page.goto(server.screen('settings/usage'));
    await guest.page.getByRole('heading', { name: 'Usage' }).waitFor();
    expect(await guest.page.getByRole('link', { name: 'Members' }).count()).toBe(0);
    await guest.page.goto(server.screen('settings/members'));
    await guest.page.getByText('Only owners open this page: Rui.').waitFor();
    await guest.expectNoFaults();
    await guest.page.goto(server.screen('objects'));
    await guest.page.getByRole('heading', { name: 'Objects' }).waitFor();

    await page.reload();
    await roleOf(page, 'Zoe').selectOption('member');
    await page.getByText('Zoe is member now.').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Remove Zoe' }).click();
    await page.getByRole('dialog').getByText('Zoe loses all access to Harbor Hotels').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await roleOf(page, 'Zoe').waitFor({ state: 'detached' });
    await guest.page.reload();
    await guest.page.getByRole('heading', { name: 'Not found' }).waitFor();

    await page.getByRole('link', { name: 'Audit' }).click();
    for (const action of ['Member removed', 'Role changed', 'Member joined', 'Person invited'])
      await page.getByRole('table').getByText(action).first().waitFor();
    await page.getByLabel('What').selectOption('Role changed');
    await page.waitForURL(/action=member\.changed/);
    await page.getByText('Role changed from Viewer to Member').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await saved).suggestedFilename()).toBe('audit.csv');
    await watched.expectNoFaults();
    await Promise.all([watched.close(), guest.close()]);
  });

  test.each([
    ['demoted', (page: Page) => roleOf(page, 'Ines').selectOption('viewer')],
    [
      'removed',
      async (page: Page) => {
        await page.getByRole('button', { name: 'Remove Ines' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      },
    ],
  ])(
    'after an owner is %s, the owner reads which invitations ended, and revokes the keys by one press',
    async (_, lose) => {
      const { database } = server.app;
      const former = await server.another('owner');
      await database.query(`update person set name = 'Ines' where email = $1`, [former.email]);
      const inAccount = { 'x-hrev-account': String(server.account.accountId) };
      const { body } = await former.browser.v3('POST', 'keys', server.account.accountId, {
        name: 'CRM',
        scope: 'full',
      });
      const { key, prefix } = body as { key: string; prefix: string };
      await former.browser.send(
        'POST',
        '/console/api/invitations',
        { email: 'x@guest.example', role: 'owner' },
        inAccount,
      );

      const watched = await WatchedPage.open(browser, server, LOOK);
      const { page } = watched;
      await page.goto(server.screen('settings/members'));
      await page.getByRole('table', { name: 'Open invitations' }).getByText('x@guest.example').waitFor();
      await lose(page);
      const dialog = page.getByRole('dialog', { name: 'After Ines' });
      await dialog.getByText('x@guest.example').waitFor();
      await dialog.getByText(prefix).waitFor();
      await watched.expectNoFaults();
      await page.getByRole('table', { name: 'Open invitations' }).waitFor({ state: 'detached' });
      const status = async (): Promise<number> =>
        (await server.app.agent.get('/v3/objects').set('X-API-Key', key)).status;
      expect(await status()).toBe(200);
      await dialog.getByRole('button', { name: 'Revoke these keys' }).click();
      await dialog.getByText('1 key was revoked.').waitFor();
      expect(await status()).toBe(401);
      await watched.expectNoFaults();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await watched.close();
      await database.query('delete from membership where person_id = (select id from person where email = $1)', [
        former.email,
      ]);
    },
  );

  test('at 768 pixels the audit trail is scrolled by the keyboard, and shows no JSON', async () => {
    const { database } = server.app;
    await database.query(
      `insert into audit_entry (actor, account_id, action, target_type, target_id, address, after)
       values ('service', $1, 'webhook.created', 'webhook', 7, '2001:db8:1111:2222:3333:4444:5555:6666', $2::jsonb)`,
      [
        server.account.accountId,
        JSON.stringify({
          target: `https://a.example/${'x'.repeat(90)}`,
          filters: {},
          event_types: ['reviews.new'],
          is_active: true,
        }),
      ],
    );
    const watched = await WatchedPage.open(browser, server, { theme: 'light', width: 768 });
    const { page } = watched;
    await page.goto(server.screen('settings/audit'));
    await page.getByText('Events: new reviews').waitFor();
    expect(await page.getByRole('table').innerText()).not.toMatch(/[{}[\]"]/);
    expect(await page.getByLabel('What').locator('optgroup').count()).toBeGreaterThan(5);
    await page.getByRole('group', { name: 'Audit' }).waitFor();
    await page.getByRole('button', { name: 'Export CSV' }).focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(`document.activeElement.getAttribute('aria-label')`)).toBe('Audit');
    for (let n = 0; n < 10; n += 1) await page.keyboard.press('ArrowRight');
    await page.waitForFunction(`document.activeElement.scrollLeft > 0`);
    await watched.expectNoFaults();
    await watched.close();
  });

  test('a change of the last owner is refused beside the control, and the role stays', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('settings/members'));
    await roleOf(page, 'Rui').selectOption('viewer');
    await page.getByText('An account needs an owner: make another member an owner first').waitFor();
    expect(await roleOf(page, 'Rui').inputValue()).toBe('owner');
    await watched.expectNoFaults();
    await watched.close();
  });

  test('an account is closed by its name, says so, sends a message to the operator, and is opened again', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('settings/close'));
    await page.getByLabel('Name of the account').fill('Harbor');
    await page.getByRole('button', { name: 'Close account' }).click();
    await page.getByText('This is not the name of the account.').waitFor();
    await page.getByLabel('Name of the account').fill('Harbor Hotels');
    await page.getByRole('button', { name: 'Close account' }).click();
    await page.getByText('This account is closed').waitFor();
    await page.getByText('An owner closed this account.').waitFor();
    await watched.expectNoFaults();
    await page.getByRole('button', { name: 'Ask for help' }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill('Open it again');
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByText('Your message has the number').waitFor();
    const [message] = await server.app.database.query<{ message: string }>('select message from support_message');
    expect(message?.message).toMatch(/^Open it again\n\nPage .*settings\/close\nLast request [\w-]+$/);
    await server.app.database.query(
      `update account set status = 'active', suspended_reason = null, closed_at = null where id = $1`,
      [server.account.accountId],
    );
    await page.reload();
    await page.getByLabel('Name of the account').waitFor();
    expect(await page.getByText('An owner closed this account.').count()).toBe(0);
    await watched.close();
  });
});
