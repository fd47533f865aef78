import { writeFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright';
import { eventually } from '@test/support/eventually';
import { insertReviews } from '@test/support/review-factory';
import { ConsoleApp } from './support/console-app';
import { aHarbor, HOSTILE, type Harbor } from './support/harbor';
import { describeInBrowser, LOOKS, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;
const EDITOR = { name: 'Write a reply' } as const;

describeInBrowser('the inbox with replies', () => {
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
  const heading = (page: Page, name: string): Promise<void> =>
    page.getByRole('heading', { name, exact: true }).waitFor();
  /** Writes a state that a worker would set. */
  const settle = (author: string, changes: string): Promise<unknown> =>
    server.app.database.query(`update review_reply set due_at = null, ${changes} where review_id = $1`, [
      reviewId(author),
    ]);
  const open = (look: (typeof LOOKS)[number] | typeof LOOK = LOOK): Promise<WatchedPage> =>
    WatchedPage.open(browser, server, look);

  test('a review that is opened by its address has its row in sight', async () => {
    const watched = await open();
    const { page } = watched;
    await page.setViewportSize({ width: 1280, height: 420 });
    await page.goto(server.screen(`reviews/${reviewId('')}`));
    const row = page.locator('.row[aria-current=true]');
    await row.waitFor();
    await eventually('the row is in sight', 5_000, async () => {
      const box = await row.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= 420;
    });
    await watched.close();
  });

  test('by keyboard alone: filter, move, open, reply, publish, and on to the next unanswered one', async () => {
    const watched = await open();
    const { page } = watched;
    await page.goto(server.screen('reviews'));
    await page.getByText('6 reviews').waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Highest rating').selectOption('2');
    await page.keyboard.press('Escape');
    await page.getByText('4 reviews').waitFor();
    await page.keyboard.press('j');
    await heading(page, 'Katharina B.');
    await page.getByRole('textbox', EDITOR).waitFor();
    await page.keyboard.press('r');
    await page.keyboard.type('We are sorry, Katharina.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Waits to be sent').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press(']');
    await heading(page, 'Miguel');
    await page.keyboard.press('[');
    await heading(page, 'Miguel');
    await page.keyboard.press('k');
    await heading(page, 'Katharina B.');
    await page.keyboard.press('u');
    await page.getByText('Choose a review from the list.').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('the reply goes through its steps: published, seen, changed, rejected, taken down', async () => {
    await server.app.agent
      .put(`/v3/reviews/${reviewId('Katharina B.')}/reply`)
      .set('X-API-Key', server.account.full)
      .send({ text: 'We are sorry, Katharina.' });
    const watched = await open();
    const { page } = watched;
    await page.goto(server.screen(`reviews/${reviewId('Katharina B.')}`));
    await page.getByText('Waits to be sent').waitFor();
    const held = `held_text = text, held_at = clock_timestamp(), was_accepted = true, attempts = 1`;
    await settle('Katharina B.', `state = 'published', ${held}`);
    await page.getByText('Accepted by Trustpilot. hrev has not seen it there yet').waitFor();
    await settle('Katharina B.', 'confirmed_at = clock_timestamp()');
    await page.reload();
    await page.getByText(/On Trustpilot since/).waitFor();
    await page.getByRole('button', { name: 'Take down' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).last().click();
    await watched.expectNoFaults();
    await settle(
      'Katharina B.',
      `state = 'failed', error = 'text_rejected', error_detail = 'No phone numbers', held_text = null, held_at = null, confirmed_at = null`,
    );
    await page.reload();
    await page.getByText('Not published: Trustpilot rejected the text.').waitFor();
    await page.getByText('No phone numbers').waitFor();
    const editor = page.getByRole('textbox', EDITOR);
    await editor.fill('Call us on +351 22 555 01 40 or ana@harbor.example');
    await page.getByText(/Moderators reject .* \+351 22 555 01 40, ana@harbor\.example/).waitFor();
    await watched.expectNoFaults();
    await editor.fill('We are sorry.');
    await page.getByRole('button', { name: /^Publish again/ }).click();
    await page.getByText('Waits to be sent').waitFor();
    await page.getByRole('button', { name: 'Take down' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take down' }).click();
    await page.getByText('Taken down').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('a draft survives a reload, a change of view and the sign-out, and no other tab overwrites it', async () => {
    const person = await server.another('member');
    const watched = await WatchedPage.open(
      browser,
      { origin: server.origin, cookie: server.cookieOf(person.browser) },
      LOOK,
    );
    const { page } = watched;
    const address = server.screen(`reviews/${reviewId('Тимур')}`);
    await page.goto(address);
    const editor = page.getByRole('textbox', EDITOR);
    await editor.fill('A draft');
    await page.getByText(/Draft kept in this browser/).waitFor();
    await page.getByRole('link', { name: /^Unanswered \d/ }).click();
    await page.getByRole('link', { name: /Тимур/ }).click();
    expect(await editor.inputValue()).toBe('A draft');
    const other = await page.context().newPage();
    await other.goto(address);
    await editor.focus();
    await other.getByRole('textbox', EDITOR).fill('The draft of another tab');
    await page.getByText('This draft was changed in another tab.').waitFor();
    expect(await editor.inputValue()).toBe('A draft');
    await watched.expectNoFaults();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await other.close();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('textbox', { name: 'E-mail' }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(server.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(/\/a\/\d+\//);
    await page.goto(address);
    await editor.waitFor();
    expect(await editor.inputValue()).toBe('A draft');
    await editor.fill('');
    await watched.close();
  });

  test('templates are filled in, and a brace that is not filled is not sent', async () => {
    const watched = await open();
    const { page } = watched;
    await page.goto(server.screen(`reviews/${reviewId('Тимур')}`));
    await page.getByRole('button', { name: 'Templates' }).click();
    await page.getByRole('menuitem', { name: 'Manage templates' }).click();
    const dialog = page.getByRole('dialog', { name: 'Templates of replies' });
    await dialog.getByRole('button', { name: 'Add template' }).click();
    await dialog.getByLabel('Name').fill('Thanks');
    await dialog.getByLabel('Text').fill('Dear {author}, thank you for {object}. {manager}');
    await dialog.getByRole('button', { name: 'Save template' }).click();
    await dialog.getByText('Thanks', { exact: true }).waitFor();
    await watched.expectNoFaults();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Templates' }).click();
    await page.getByRole('menuitem', { name: 'Thanks' }).click();
    const editor = page.getByRole('textbox', EDITOR);
    expect(await editor.inputValue()).toBe('Dear Тимур, thank you for Harbor Hotel Porto. {manager}');
    await page.getByRole('button', { name: /^Publish reply/ }).click();
    await page.getByText('Replace {manager} by your own words first.').waitFor();
    await watched.expectNoFaults();
    await editor.fill('');
    await watched.close();
  });

  test('others see who is writing', async () => {
    const { browser: rui } = await server.another('member');
    await rui.send(
      'PUT',
      `/console/api/reviews/${reviewId('أحمد')}/writing`,
      {},
      {
        'x-hrev-account': String(server.account.accountId),
      },
    );
    const watched = await open();
    await watched.page.goto(server.screen(`reviews/${reviewId('أحمد')}`));
    await watched.page.getByText('Rui is writing a reply.').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('hides several reviews by keyboard, and takes it back', async () => {
    const watched = await open();
    const { page } = watched;
    await page.goto(server.screen('reviews?max_rating=2'));
    await page.getByText('4 reviews').waitFor();
    await page.keyboard.press('j');
    await heading(page, 'Katharina B.');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await heading(page, 'Miguel');
    await page.keyboard.press('Shift+X');
    await page.getByText('2 selected').waitFor();
    await watched.expectNoFaults();
    await page.getByRole('region', { name: 'List of reviews' }).getByRole('button', { name: 'Hide' }).click();
    await page.getByText('2 reviews', { exact: true }).waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('4 reviews').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('hides and pins a review, and a hidden or gone one stays readable by its address', async () => {
    const watched = await open();
    const { page } = watched;
    const id = reviewId('أحمد');
    await page.goto(server.screen(`reviews/${id}`));
    await page.getByRole('button', { name: 'Pin', exact: true }).waitFor();
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Unpin' }).waitFor();
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Pin', exact: true }).waitFor();
    await page.keyboard.press('h');
    await page.getByText('Hidden.', { exact: true }).waitFor();
    await page.reload();
    await page.getByText(/Hidden: programs that show your reviews/).waitFor();
    await watched.expectNoFaults();
    await page.getByRole('button', { name: 'Show again' }).click();
    await page.getByRole('button', { name: 'Hide', exact: true }).waitFor();
    await server.app.database.query('update review set deleted_at = clock_timestamp() where id = $1', [id]);
    await page.reload();
    await page.getByText(/The platform no longer shows this review/).waitFor();
    await page.getByText('The review is gone from the platform, so it cannot be answered.').waitFor();
    await server.app.database.query('update review set deleted_at = null where id = $1', [id]);
    await watched.expectNoFaults();
    await watched.close();
  });

  test('saves a view, and the exported file has the rows of the list', async () => {
    const watched = await open();
    const { page } = watched;
    await page.goto(server.screen('reviews?has_text=true&sort_order=asc'));
    await page.getByText('5 reviews').waitFor();
    await page.getByRole('button', { name: 'More for this list' }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await page.getByLabel('Name of the view').fill('With a text');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('link', { name: 'With a text' }).waitFor();
    const listed = await authors(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const rows = Buffer.concat(chunks)
      .toString()
      .trimEnd()
      .split(/\r\n(?=\d+,)/)
      .slice(1);
    expect(rows).toHaveLength(listed.length);
    expect(listed.filter((author, index) => !(rows[index] ?? '').includes(author.slice(0, 5)))).toEqual([]);
    await page.goto(server.screen('reviews'));
    await page.getByRole('link', { name: 'With a text' }).click();
    await page.waitForURL(/has_text=true/);
    await watched.expectNoFaults();
    await watched.close();
  });

  test.each(LOOKS)('a failed reply, its list and the filters have no faults in $theme at $width', async (look) => {
    await server.app.agent
      .put(`/v3/reviews/${reviewId('Тимур')}/reply`)
      .set('X-API-Key', server.account.full)
      .send({ text: 'Call +351' });
    await settle('Тимур', `state = 'failed', error = 'text_rejected', attempts = 1`);
    const watched = await open(look);
    const { page } = watched;
    await page.goto(server.screen('reviews?reply_status=failed'));
    await page.getByText('1 review', { exact: true }).waitFor();
    await watched.expectNoFaults();
    await page.getByRole('link', { name: /Тимур/ }).click();
    await page.getByText('Not published: Trustpilot rejected the text.').waitFor();
    await watched.expectNoFaults();
    await shot(page, `failed-${look.theme}-${look.width}`);
    await page.goto(server.screen('reviews'));
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Highest rating').waitFor();
    await shot(page, `filter-${look.theme}-${look.width}`);
    await watched.expectNoFaults();
    await watched.close();
  });

  test('200 hostile texts stay texts, in a list of 1,000 rows', async () => {
    const [row] = await server.app.database.query<{ object_id: number; link_id: number; source_id: number }>(
      'select object_id, link_id, source_id from review where id = $1',
      [reviewId('Katharina B.')],
    );
    await insertReviews(
      server.app.database,
      Array.from({ length: 1000 }, (_, n) => ({
        accountId: server.account.accountId,
        objectId: row?.object_id ?? 0,
        linkId: row?.link_id ?? 0,
        sourceId: row?.source_id ?? 0,
        reviewDate: `2026-10-${String(1 + (n % 28)).padStart(2, '0')}T10:00:00`,
        author: n < 200 ? `${HOSTILE}${n}` : 'Donaudampfschifffahrtsgesellschaft',
        rating: null,
        text: n < 200 ? `${HOSTILE} "><svg onload=alert(${n})> {{7*7}} ${n}` : 'x',
      })),
    );
    const watched = await open();
    const { page } = watched;
    await page.goto(server.screen('reviews?search=onload'));
    await page.getByText('200 reviews').waitFor();
    for (let turned = 0; turned < 3; turned += 1) {
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText(`${turned * 50 + 51}–${turned * 50 + 100}`).waitFor();
    }
    await page.keyboard.press('j');
    await page.getByRole('button', { name: 'Hide', exact: true }).waitFor();
    expect([await page.title(), await page.locator('main img, main script').count()]).toEqual(['Reviews', 0]);
    await watched.expectNoFaults();
    await page.goto(server.screen('reviews'));
    await page.getByText('1,006 reviews').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });
});

/** Writes a picture where `HREV_SHOTS` names a folder. */
async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['HREV_SHOTS'];
  if (folder !== undefined) await writeFile(`${folder}/${name}.png`, await page.screenshot());
}
