import type { Browser } from 'playwright';
import { ConsoleApp, type ConsolePerson } from './support/console-app';
import { aHarbor } from './support/harbor';
import { describeInBrowser, LOOKS, screenHeading, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;
const PATHS = ['sources', 'sources/trustpilot', 'queues', 'accounts', 'accounts/1', 'messages', 'system'];

describeInBrowser('the operator area', () => {
  let server: ConsoleApp;
  let browser: Browser;
  let owner: ConsolePerson;
  beforeAll(async () => {
    server = await ConsoleApp.start();
    await aHarbor(server);
    owner = await server.another('owner');
    const { database } = server.app;
    await database.query('update person set is_operator = true where email = $1', [server.person.email]);
    // Also of the next hour, which may begin during the tests.
    await database.query(
      `insert into source_hour (source_id, hour, outcome, visits, on_time, new_reviews, last_at)
       select s, date_trunc('hour', now(), 'UTC') - h * interval '1 hour', o, n, n, n, now()
       from generate_series(-1, 23) h, (values (4, 'success', 20), (4, 'blocked', 3), (5, 'success', 40), (8, 'success', 9)) x(s, o, n)`,
    );
    await database.query(
      `insert into source_alarm (source_id, field, usual, share, alarm_below, reviews, links, accounts)
       values (4, 'author', 0.996, 0.62, 0.946, 480, 12, 3)`,
    );
    await database.query(
      `insert into support_message (account_id, subject, message, person_id)
       select $1, 'Where is my invoice?', 'I cannot find it. ' || repeat('Donaudampfschifffahrtsgesellschaft', 4), id from person limit 1`,
      [server.account.accountId],
    );
    await database.query(
      `insert into outgoing_mail (account_id, recipient, subject, body, status, attempts, ended_at, last_error)
       values ($1, 'a@example.com', 's', 'b', 'given_up', 12, now(), 'no route to host')`,
      [server.account.accountId],
    );
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const open = async (path: string, look: (typeof LOOKS)[number] = LOOK): Promise<WatchedPage> => {
    const watched = await WatchedPage.open(browser, server, look);
    await watched.page.goto(`${server.origin}/console/operator/${path}`);
    return watched;
  };

  test.each(LOOKS)('its screens have no faults in $theme at $width', async (look) => {
    const watched = await WatchedPage.open(browser, server, look);
    for (const path of PATHS) {
      await watched.page.goto(`${server.origin}/console/operator/${path}`);
      if (path === 'sources/trustpilot') await watched.page.getByRole('heading', { name: 'What happened' }).waitFor();
      else await screenHeading(watched.page).waitFor();
      await watched.expectNoFaults();
    }
    await watched.close();
  });

  test('it does not exist for a person who is no operator', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    await watched.page.context().addCookies([server.cookieOf(owner.browser)]);
    for (const path of ['sources', 'accounts/1', 'system']) {
      await watched.page.goto(`${server.origin}/console/operator/${path}`);
      await watched.page.getByRole('heading', { name: 'Not found' }).waitFor();
    }
    await watched.close();
  });

  test('the list says which source needs the operator, and the hours of a source are read by the arrow keys', async () => {
    const watched = await open('sources');
    const { page } = watched;
    await page.getByText('The reviews of Trustpilot arrive without author.').waitFor();
    const strip = page.getByRole('slider', { name: 'Visits of Trustpilot by hour' });
    await strip.focus();
    expect(await strip.getAttribute('aria-valuetext')).toContain('20 of 23 visits succeeded');
    await page.keyboard.press('ArrowLeft');
    expect(await strip.getAttribute('aria-valuenow')).toBe('22');
    await watched.expectNoFaults();
    await watched.close();
  });

  test('every source has a mark of its own', async () => {
    const watched = await open('sources');
    const { page } = watched;
    const chips = page.getByRole('table').locator('.chip');
    await chips.first().waitFor();
    const marks = await chips.allInnerTexts();
    expect(marks.filter((mark, place) => marks.indexOf(mark) !== place)).toEqual([]);
    await watched.close();
  });

  test('a source is paused with a reason, and resumed', async () => {
    const watched = await open('sources/steam');
    const { page } = watched;
    await page.getByRole('button', { name: 'Pause source' }).click();
    const dialog = page.getByRole('dialog', { name: /Pause source/ });
    await dialog.getByRole('button', { name: 'Pause source' }).click();
    await dialog.getByText('Give a reason.').waitFor();
    await dialog.getByLabel('Reason').fill('The platform asked us to stop');
    await page.keyboard.press('Enter');
    await page.getByText('Paused: The platform asked us to stop').waitFor();
    await page.getByRole('button', { name: 'Resume source' }).click();
    await page
      .getByRole('dialog', { name: /Resume source/ })
      .getByLabel('Reason')
      .fill('Allowed again');
    await page.keyboard.press('Enter');
    await page.getByText('Resumed: Allowed again').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('replies are switched off with a reason, and on again; an account sees it above the screens that it affects', async () => {
    const watched = await open('queues');
    const { page } = watched;
    await page.getByRole('button', { name: 'Switch off: Replies' }).click();
    const dialog = page.getByRole('dialog', { name: /Switch off: Replies/ });
    await dialog.getByLabel('Reason').fill('The release of today sends replies twice');
    await page.keyboard.press('Enter');
    await page.getByText('The release of today sends replies twice').waitFor();
    await watched.expectNoFaults();

    await page.goto(server.screen('reviews'));
    const bar = page.getByRole('region', { name: 'Switched off by your operator' });
    await bar.getByText(/^Replies are switched off by your operator since /).waitFor();
    await bar.getByText('You can write replies. They wait, and are published when this ends.').waitFor();
    await watched.expectNoFaults();
    await page.goto(server.screen('objects'));
    await screenHeading(page).waitFor();
    expect(await bar.count()).toBe(0);

    await page.goto(`${server.origin}/console/operator/queues`);
    await page.getByRole('button', { name: 'Switch on: Replies' }).click();
    await page
      .getByRole('dialog', { name: /Switch on: Replies/ })
      .getByLabel('Reason')
      .fill('The former release runs again');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Switch off: Replies' }).waitFor();
    await watched.close();
  });

  test('an account sees which platforms are not collected, and that its deliveries wait', async () => {
    const { database } = server.app;
    await database.query(
      `insert into switch_off (switch, source_id) values ('collection', 4), ('collection', 8), ('webhooks', 0)`,
    );
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('objects'));
    await page.getByText(/^Collection of Trustpilot and Steam is switched off by your operator since /).waitFor();
    await watched.expectNoFaults();
    await page.goto(server.screen('webhooks'));
    await page.getByText(/^Deliveries are switched off by your operator since /).waitFor();
    await watched.expectNoFaults();
    await database.query('truncate switch_off');
    await watched.close();
  });

  test('a failed mail is made due again', async () => {
    const watched = await open('queues?queue=mail');
    const { page } = watched;
    await page.getByText('no route to host').waitFor();
    await page.getByRole('button', { name: /Retry mail-/ }).click();
    await page.getByText('Nothing has failed for good in seven days.').waitFor();
    expect(await server.app.database.query('select status from outgoing_mail')).toEqual([{ status: 'waiting' }]);
    await watched.close();
  });

  test('an account is created with keys shown once, suspended so that its keys answer 402, and resumed', async () => {
    const watched = await open('accounts');
    const { page } = watched;
    await page.getByRole('button', { name: 'New account' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Café Élan');
    await page.getByRole('button', { name: 'Create account' }).click();
    const key = await page.getByLabel('Key that reads and writes').inputValue();
    const status = async (): Promise<number> =>
      (await server.app.agent.get('/v3/objects').set('X-API-Key', key)).status;
    expect(await status()).toBe(200);
    await page.getByRole('button', { name: 'I have stored the keys' }).click();
    await page.getByRole('heading', { name: 'Café Élan' }).waitFor();
    await page.getByLabel('E-mail of the owner').fill('ana@elan.example');
    await page.getByRole('button', { name: 'Invite owner' }).click();
    expect(await page.getByLabel('Link to send').inputValue()).toContain('/console/join#');
    await page.getByRole('button', { name: 'Suspend account' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('invoice 7 is not paid');
    await page.keyboard.press('Enter');
    await page.getByText('invoice 7 is not paid').waitFor();
    expect(await status()).toBe(402);
    await page.getByRole('button', { name: 'Resume account' }).click();
    await page.getByText('Active', { exact: true }).waitFor();
    expect(await status()).toBe(200);
    await watched.expectNoFaults();
    await watched.close();
  });

  test('a message is marked as done', async () => {
    const watched = await open('messages');
    const { page } = watched;
    await page.getByText('Where is my invoice?').waitFor();
    await page.getByRole('button', { name: 'Mark as done' }).click();
    await page.getByText('No open messages.').waitFor();
    await page.getByLabel('Show').selectOption('Done');
    await page.getByText('Where is my invoice?').waitFor();
    await watched.close();
  });

  test('a person whose proof is old gives it again for each write, and loses nothing that was typed', async () => {
    const { database } = server.app;
    const operator = await server.another('owner');
    await database.query('update person set is_operator = true where email = $1', [operator.email]);
    const forgetProof = () => database.query(`update session set proved_at = now() - interval '11 minutes'`);
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.context().addCookies([server.cookieOf(operator.browser)]);
    const confirm = async (): Promise<void> => {
      const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
      await dialog.getByRole('textbox', { name: 'Password' }).fill(server.password);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden' });
    };

    await forgetProof();
    await page.goto(`${server.origin}/console/operator/accounts`);
    await page.getByRole('button', { name: 'New account' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Pension Linde');
    await page.getByRole('button', { name: 'Create account' }).click();
    await confirm();
    await page.getByLabel('Key that reads and writes').waitFor();
    await page.getByRole('button', { name: 'I have stored the keys' }).click();
    await page.getByRole('heading', { name: 'Pension Linde' }).waitFor();

    await forgetProof();
    await page.getByLabel('Plan', { exact: true }).selectOption('Full');
    await page.getByRole('button', { name: 'Save' }).click();
    await confirm();
    await page.locator('dd').filter({ hasText: 'Full' }).waitFor();
    expect(await database.query(`select plan from account where name = 'Pension Linde'`)).toEqual([{ plan: 'full' }]);

    await forgetProof();
    await page.goto(`${server.origin}/console/operator/system`);
    await page.getByRole('button', { name: 'Send test mail' }).click();
    await confirm();
    await page.getByText('No mail server is set').waitFor();
    await watched.close();
  });
});
