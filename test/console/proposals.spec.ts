import type { Browser, Page } from 'playwright';
import { KeysService } from '@src/auth';
import { ConsoleApp } from './support/console-app';
import { aHarbor, HOSTILE, type Harbor } from './support/harbor';
import { describeInBrowser, LOOKS, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;
const EDITOR = { name: 'Write a reply' } as const;

describeInBrowser('proposed replies and their policy', () => {
  let server: ConsoleApp;
  let browser: Browser;
  let harbor: Harbor;
  let agent: string;
  beforeAll(async () => {
    server = await ConsoleApp.start();
    harbor = await aHarbor(server);
    agent = (await server.app.app.get(KeysService).issue(server.account.accountId, 'propose', { name: 'helper' })).key;
    browser = await startBrowser();
  });
  afterEach(async () => {
    for (const table of ['reply_proposal', 'review_reply', 'reply_policy'])
      await server.app.database.query(`delete from ${table}`);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  const reviewId = (author: string): number => harbor.reviews.get(author) ?? 0;
  const propose = async (author: string, text: string, note?: string, key = agent): Promise<void> => {
    await server.app.agent
      .post(`/v3/reviews/${reviewId(author)}/reply-proposals`)
      .set('X-API-Key', key)
      .send({ text, ...(note === undefined ? {} : { note }) })
      .expect(201);
  };
  const replyText = async (author: string): Promise<unknown> => {
    const [row] = await server.app.database.query<{ text: string }>(
      'select text from review_reply where review_id = $1',
      [reviewId(author)],
    );
    return row?.text;
  };

  test('a proposal is found in the inbox, edited and approved, by keyboard', async () => {
    await propose('Katharina B.', 'We are sorry.', 'The guest had no water.');
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('reviews'));
    await page.getByRole('link', { name: 'Proposed replies 1' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('1 review', { exact: true }).waitFor();
    // The number is there before the review.
    await page.getByRole('region', { name: 'List of reviews' }).getByText('Katharina B.').waitFor();
    await page.keyboard.press('j');
    await page.getByText('Proposed by the key helper').waitFor();
    await page.getByText('The guest had no water.').waitFor();
    await watched.expectNoFaults();
    await page.getByRole('button', { name: 'Use this text, which helper proposes' }).focus();
    await page.keyboard.press('Enter');
    const editor = page.getByRole('textbox', EDITOR);
    await page.getByText('Publishing approves what helper proposes.').waitFor();
    expect(await editor.inputValue()).toBe('We are sorry.');
    await watched.expectNoFaults();
    await page.keyboard.press('End');
    await page.keyboard.type(' The pump is repaired.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Waits to be sent').waitFor();
    await page.getByText(/Proposed by helper, approved by /).waitFor();
    expect(await replyText('Katharina B.')).toBe('We are sorry. The pump is repaired.');
    await watched.expectNoFaults();
    await page.goto(server.screen('reviews?reply_status=proposed'));
    await page.getByText(/No reply waits for your approval/).waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('a proposed reply whose review cannot be read is missed in the list', async () => {
    await propose('Katharina B.', 'First');
    await propose('Тимур', 'Second');
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    const lost = new RegExp(`/v3/reviews/${reviewId('Тимур')}[?]`);
    await page.route(lost, (route) => route.abort());
    await page.goto(server.screen('reviews?reply_status=proposed'));
    const list = page.getByRole('region', { name: 'List of reviews' });
    await list.getByText('No connection to hrev.', { exact: false }).waitFor();
    await list.getByText('Katharina B.').waitFor();
    await page.unroute(lost);
    await list.getByRole('button', { name: 'Retry' }).click();
    await list.getByText('Тимур').waitFor();
    expect(await list.getByText('No connection to hrev.', { exact: false }).count()).toBe(0);
    await watched.close();
  });

  test('a proposal is dismissed; what a person writes instead is kept', async () => {
    await propose('Katharina B.', 'First');
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen(`reviews/${reviewId('Katharina B.')}`));
    await page.getByRole('button', { name: /^Use this text/ }).click();
    await page.getByRole('textbox', EDITOR).fill('My own words');
    await page.getByRole('button', { name: 'Write your own instead' }).click();
    expect(await page.getByRole('textbox', EDITOR).inputValue()).toBe('My own words');
    await page.getByRole('button', { name: 'Dismiss what helper proposes' }).click();
    await page.getByText('Proposed by the key helper').waitFor({ state: 'detached' });
    await watched.expectNoFaults();
    await watched.close();
  });

  test('a review that changed is said to have, and is approved as it stands', async () => {
    await propose('Тимур', 'Спасибо');
    await server.app.database.query(`update review set text = 'Ужасно' where id = $1`, [reviewId('Тимур')]);
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen(`reviews/${reviewId('Тимур')}`));
    await page.getByText('The review says something else than when this was proposed.').waitFor();
    await page.getByRole('article').getByText('Ужасно').waitFor();
    await page.getByRole('button', { name: /^Use this text/ }).click();
    // It changes again before the person publishes.
    await server.app.database.query(`update review set text = 'Хорошо' where id = $1`, [reviewId('Тимур')]);
    await page.getByRole('button', { name: /^Approve and publish/ }).click();
    await page.getByText('The review changed or was removed meanwhile.').waitFor();
    await page.getByRole('article').getByText('Хорошо').waitFor();
    expect(await replyText('Тимур')).toBeUndefined();
    await page.getByRole('button', { name: /^Approve and publish/ }).click();
    await page.getByText('Waits to be sent').waitFor();
    expect(await replyText('Тимур')).toBe('Спасибо');
    await watched.close();
  });

  test('a viewer reads proposals and decides nothing', async () => {
    await propose('Katharina B.', 'We are sorry.');
    const viewer = await server.another('viewer');
    const session = { origin: server.origin, cookie: server.cookieOf(viewer.browser) };
    const watched = await WatchedPage.open(browser, session, LOOK);
    const { page } = watched;
    await page.goto(server.screen(`reviews/${reviewId('Katharina B.')}`));
    await page.getByText('We are sorry.').waitFor();
    expect(await page.getByRole('button', { name: /proposes$/ }).count()).toBe(0);
    await watched.expectNoFaults();
    await watched.close();
  });

  test('an owner writes a policy, and a proposal is answered by it', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('settings/reply-policy'));
    await page.getByText('No rules yet: every proposal waits for a person.').waitFor();
    await watched.expectNoFaults();
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByRole('button', { name: 'Save policy' }).click();
    await page.getByText('Write the reply.').waitFor();
    await page.getByLabel('Reply', { exact: true }).fill('Hi {name}');
    await page.getByText('{name} is not known.').waitFor();
    await page.getByLabel('Reply', { exact: true }).fill('Thank you for {rating} stars!');
    await page.getByLabel('Reviews', { exact: true }).selectOption('any');
    await page.getByLabel('Answer proposals by these rules').check();
    await watched.expectNoFaults();
    await page.getByRole('button', { name: 'Save policy' }).click();
    await page.getByText('The policy is saved.').waitFor();
    await propose('أحمد', 'Visit evil.example');
    expect(await replyText('أحمد')).toBe('Thank you for 5 stars!');
    await page.goto(server.screen(`reviews/${reviewId('أحمد')}`));
    await page.getByText('Proposed by helper, answered by the reply policy of the account').waitFor();
    await page.goto(server.screen('settings/audit'));
    await page.locator('td').getByText('Policy for proposed replies changed').first().waitFor();
    await page.locator('td').getByText('Proposed reply approved').first().waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('a policy that is changed in two tabs: what was typed stays, and nothing is saved over the other change unseen', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const other = await watched.page.context().newPage();
    const daily = (page: Page) => page.getByLabel('Most answers in 24 hours');
    for (const page of [watched.page, other]) {
      await page.goto(server.screen('settings/reply-policy'));
      await daily(page).waitFor();
    }
    const policyNow = (): Promise<unknown> =>
      server.app.database.query('select daily_limit as daily, jsonb_array_length(rules) as rules from reply_policy');
    const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save policy' }).click();
    await watched.page.bringToFront();
    await watched.page.getByRole('button', { name: 'Add rule' }).click();
    await watched.page.getByLabel('Reply', { exact: true }).fill('Thank you!');
    await other.bringToFront();
    await daily(other).fill('7');
    await save(other);
    await other.getByText('The policy is saved.').waitFor();
    await watched.page.bringToFront();
    await save(watched.page);
    await watched.page.getByText(/changed the policy while you edited it/).waitFor();
    await watched.expectNoFaults();
    expect(await watched.page.getByLabel('Reply', { exact: true }).inputValue()).toBe('Thank you!');
    expect(await policyNow()).toEqual([{ daily: 7, rules: 0 }]);
    await watched.page.getByRole('button', { name: 'Keep mine' }).click();
    await save(watched.page);
    await watched.page.getByText('The policy is saved.').waitFor();
    expect(await policyNow()).toEqual([{ daily: 20, rules: 1 }]);
    // Without an edit of its own, a tab shows the change.
    await other.bringToFront();
    await daily(other).fill('8');
    await save(other);
    await other.getByRole('button', { name: 'Take theirs' }).click();
    await other.getByText('Thank you!').waitFor();
    expect(await daily(other).inputValue()).toBe('20');
    await watched.close();
  });

  test.each(LOOKS)('many long and hostile proposals have no faults in $theme at $width', async (look) => {
    const keys = app(server);
    for (let n = 0; n < 5; n += 1) {
      const { key } = await keys.issue(server.account.accountId, 'propose', { name: `${HOSTILE} ${n}`.slice(0, 90) });
      await propose('Katharina B.', `${HOSTILE} ${'long'.repeat(200)}\n\n${n}`, `${HOSTILE}${'x'.repeat(300)}`, key);
    }
    const watched = await WatchedPage.open(browser, server, look);
    const { page } = watched;
    await page.goto(server.screen(`reviews/${reviewId('Katharina B.')}?reply_status=proposed`));
    await page
      .getByRole('button', { name: /^Use this text/ })
      .nth(4)
      .waitFor();
    expect([await page.title(), await page.locator('main script, main img').count()]).toEqual([expect.any(String), 0]);
    await watched.expectNoFaults();
    await page.goto(server.screen('settings/reply-policy'));
    for (let n = 0; n < 3; n += 1) await page.getByRole('button', { name: 'Add rule' }).click();
    await watched.expectNoFaults();
    await watched.close();
  });
});

const app = (server: ConsoleApp): KeysService => server.app.app.get(KeysService);
