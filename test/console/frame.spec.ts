import type { Browser, Page } from 'playwright';
import { aWebhook } from '@test/support/delivery-harness';
import { eventually } from '@test/support/eventually';
import { ConsoleApp } from './support/console-app';
import { aHarbor, type Harbor } from './support/harbor';
import { describeInBrowser, LOOKS, screenHeading, startBrowser, WatchedPage, type Look } from './support/watched-page';

const WIDE: Look = { theme: 'light', width: 1280 };
const WAIT_MS = 5_000;

const pathOf = (page: Page): string => new URL(page.url()).pathname.replace(/^.*\/a\/\d+\//, '');
const isAt = (page: Page, path: string): Promise<true> =>
  eventually(`the page is at ${path}`, WAIT_MS, () => pathOf(page) === path || null);
const openPalette = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+k');
  await page.locator('[role=combobox]:focus').waitFor();
};
const focusedName = (page: Page): Promise<string> => page.locator('*:focus').innerText();

describeInBrowser('the frame of an account', () => {
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

  const at = async (look: { readonly theme: Look['theme']; readonly width: number }, screen: string) => {
    const watched = await WatchedPage.open(browser, server, look as Look);
    await watched.page.goto(server.screen(screen));
    await screenHeading(watched.page).waitFor();
    return watched;
  };

  test('the rail leads to the screens and marks the current one, and the focus moves to its heading', async () => {
    const watched = await at(WIDE, 'objects');
    const { page } = watched;
    const rail = page.getByRole('navigation', { name: 'Main', exact: true });
    await rail.getByRole('link', { name: 'Reviews 5' }).click();
    await page.getByRole('heading', { level: 1, name: 'Reviews' }).waitFor();
    expect(await rail.locator('[aria-current=page]').allInnerTexts()).toEqual([expect.stringContaining('Reviews')]);
    await rail.getByText(/^Collected /).waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('after a navigation by keys the focus is on the heading of the screen', async () => {
    const watched = await at(WIDE, 'objects');
    const { page } = watched;
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByRole('heading', { level: 1, name: 'Reviews' }).waitFor();
    await eventually('the heading has the focus', WAIT_MS, async () => (await focusedName(page)) === 'Reviews' || null);
    await watched.close();
  });

  test.each(LOOKS)('the palette finds an object by a part of its name: $theme, $width px', async (look) => {
    const watched = await at(look, 'reviews');
    const { page } = watched;
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search or jump to' });
    await field.pressSequentially('porto h');
    await page.getByRole('option', { name: 'Harbor Hotel Porto' }).waitFor();
    await watched.expectNoFaults();
    await field.press('Enter');
    await isAt(page, `objects/${harbor.objectId}/links`);
    await watched.close();
  });

  test('the palette opens a review by its id, goes to pages by arrows, and says when nothing matches', async () => {
    const watched = await at(WIDE, 'objects');
    const { page } = watched;
    const id = harbor.reviews.get('Miguel');
    await page.getByRole('button', { name: 'Search or jump to' }).click();
    await page.locator('[role=combobox]:focus').waitFor();
    await page.keyboard.type(`review ${id}`);
    await page.getByRole('option', { name: `Open review ${id}` }).waitFor();
    await page.keyboard.press('Enter');
    await isAt(page, `reviews/${id}`);
    await page.keyboard.press('Control+k');
    await page.locator('[role=combobox]:focus').waitFor();
    await page.keyboard.type('xyz nothing');
    await page.getByText(/^Nothing matches\./).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.locator('[role=combobox]:focus').waitFor();
    await page.keyboard.type('e');
    await page.keyboard.press('ArrowDown');
    const chosen = page.getByRole('dialog').getByRole('option', { selected: true });
    expect(await chosen.count()).toBe(1);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('objects');
    await page.keyboard.press('Enter');
    await isAt(page, 'objects');
    await watched.close();
  });

  test('a script that is missing after an upgrade is said to be, and the page is loaded again', async () => {
    const context = await browser.newContext();
    await context.addCookies([server.cookie]);
    const page = await context.newPage();
    const script = /\/console\/assets\/key-help-[^/]*[.]js$/;
    await page.route(script, (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto(server.screen('objects'));
    await screenHeading(page).waitFor();
    await page.keyboard.press('?');
    await page.getByText('A part of the console could not be loaded. hrev may have a new version.').waitFor();
    await page.unroute(script);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { level: 1, name: 'Objects' }).waitFor();
    await context.close();
  });

  test('the palette finds webhooks by their host and their path', async () => {
    const { accountId } = server.account;
    const { database } = server.app;
    const first = await aWebhook(database, { accountId, target: 'https://hooks.harbor.example/reviews' });
    await aWebhook(database, { accountId, target: 'https://hooks.harbor.example/replies' });
    const watched = await at(WIDE, 'objects');
    const { page } = watched;
    await openPalette(page);
    await page.keyboard.type('hooks.harbor');
    await page.getByRole('option', { name: 'hooks.harbor.example/replies' }).waitFor();
    await page.keyboard.type(' reviews');
    await page.getByRole('option', { name: 'hooks.harbor.example/reviews' }).waitFor();
    await page.keyboard.press('Enter');
    await isAt(page, `webhooks/${first}/deliveries`);
    await watched.close();
  });

  test('the palette pauses a webhook, and switches it on again', async () => {
    const { accountId } = server.account;
    const { database } = server.app;
    const id = await aWebhook(database, { accountId, target: 'https://pause.harbor.example/' });
    const isActive = async (): Promise<boolean> =>
      (await database.query<{ is_active: boolean }>('select is_active from webhook where id = $1', [id]))[0]
        ?.is_active ?? false;
    const watched = await at(WIDE, `webhooks/${id}/deliveries`);
    const { page } = watched;
    const run = async (text: string, action: string): Promise<void> => {
      await openPalette(page);
      await page.keyboard.type(text);
      await page.getByRole('option', { name: action }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await run('pause', 'Pause the webhook of pause.harbor.example');
    await eventually('the webhook is paused', WAIT_MS, async () => !(await isActive()) || null);
    await page.getByText('Paused', { exact: true }).first().waitFor();
    await run('switch on', 'Switch on the webhook of pause.harbor.example');
    await eventually('the webhook is on', WAIT_MS, async () => (await isActive()) || null);
    await watched.close();
  });

  test('the palette goes to the reply, hides a review, and collects an object', async () => {
    const watched = await at(WIDE, `reviews/${harbor.reviews.get('Katharina B.')}`);
    const { page } = watched;
    await page.getByRole('textbox', { name: 'Write a reply' }).waitFor();
    await openPalette(page);
    await page.keyboard.type('reply');
    await page.getByRole('option', { name: 'Write a reply' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('textarea:focus').waitFor();
    await openPalette(page);
    await page.keyboard.type('hide');
    await page.getByRole('option', { name: 'Hide' }).waitFor();
    await page.goto(server.screen(`objects/${harbor.objectId}/links`));
    await server.app.database.query(`update link_collection set last_scraped_at = now() - interval '1 day'`);
    await page.reload();
    await page.getByRole('button', { name: 'Collect now' }).and(page.locator(':enabled')).waitFor();
    await openPalette(page);
    await page.keyboard.type('collect');
    await page.getByRole('option', { name: 'Collect now' }).waitFor();
    await watched.close();
  });

  test('the palette changes the theme and ends the session', async () => {
    const person = await server.another('viewer');
    const watched = await WatchedPage.open(
      browser,
      { origin: server.origin, cookie: server.cookieOf(person.browser) },
      WIDE,
    );
    const { page } = watched;
    await page.goto(server.screen('objects'));
    await page.getByRole('link', { name: 'Harbor Hotel Porto' }).waitFor();
    await openPalette(page);
    await page.keyboard.type('dark');
    await page.getByRole('option', { name: 'Theme: Dark' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    await eventually('the theme is stored', WAIT_MS, async () => {
      const { body } = await person.browser.send('GET', '/console/api/me');
      return (body as { readonly preferences: { readonly theme?: string } }).preferences.theme === 'dark' || null;
    });
    await openPalette(page);
    await page.keyboard.type('log out');
    await page.getByRole('option', { name: 'Sign out' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await watched.close();
  });

  test('a screen that arrives while the palette is open leaves the focus in the palette', async () => {
    const watched = await at(WIDE, 'objects');
    const { page } = watched;
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/assets\/connections-/, async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Connections' }).click();
    await page.keyboard.press('Control+k');
    await page.locator('[role=combobox]:focus').waitFor();
    release();
    await page.getByRole('heading', { name: 'Connections', includeHidden: true }).waitFor();
    await page.keyboard.type('xyz nothing');
    await page.getByText(/^Nothing matches\./).waitFor();
    await watched.close();
  });

  test.each(LOOKS)('the help lists the keys of the screen: $theme, $width px', async (look) => {
    const watched = await at(look, 'reviews');
    const { page } = watched;
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Next row').waitFor();
    await help.getByText('Go to Objects').waitFor();
    await watched.expectNoFaults();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await watched.close();
  });

  test('keys do nothing in fields, in dialogs and while an input method composes', async () => {
    const watched = await at(WIDE, 'reviews');
    const { page } = watched;
    await page.keyboard.press('/');
    await page.keyboard.type('g?b');
    expect(await page.getByRole('searchbox').inputValue()).toBe('g?b');
    await page.evaluate(`document.activeElement.blur();
      for (const options of [{ isComposing: true }, { keyCode: 229 }])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true, ...options }));`);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('?');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await watched.close();
  });

  test('single keys can be switched off, and the palette still opens', async () => {
    const { browser: person } = await server.another('viewer');
    expect((await person.send('PATCH', '/console/api/me', { single_keys: false })).status).toBe(200);
    const watched = await WatchedPage.open(browser, { origin: server.origin, cookie: server.cookieOf(person) }, WIDE);
    const { page } = watched;
    await page.goto(server.screen('objects'));
    await page.getByRole('link', { name: 'Harbor Hotel Porto' }).waitFor();
    for (const key of ['?', 'g', 'r', '/']) await page.keyboard.press(key);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search or jump to' }).waitFor();
    expect(pathOf(page)).toBe('objects');
    await watched.close();
  });

  test.each(['light', 'dark'] as const)(
    'a narrow screen has a bottom bar and a sheet with the rest: %s',
    async (theme) => {
      const watched = await at({ theme, width: 360 }, 'reviews');
      const { page } = watched;
      const bar = page.getByRole('navigation', { name: 'Main, short' });
      await bar.getByRole('button', { name: 'More' }).click();
      const sheet = page.getByRole('dialog', { name: 'More' });
      await sheet.getByRole('button', { name: /^Account Harbor Hotels/ }).waitFor();
      await watched.expectNoFaults();
      await sheet.getByRole('button', { name: 'Search or jump to' }).click();
      await page.getByRole('dialog', { name: 'Search or jump to' }).waitFor();
      await page.keyboard.press('Escape');
      await bar.getByRole('link', { name: 'Objects' }).click();
      await isAt(page, 'objects');
      await watched.close();
    },
  );

  test('between 761 and 1160 pixels the rail has icons, whose names are tooltips', async () => {
    const watched = await at({ theme: 'light', width: 800 }, 'reviews');
    const { page } = watched;
    const link = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: /^Objects/ });
    expect((await link.boundingBox())?.width).toBeLessThan(57);
    await link.focus();
    await page.getByRole('tooltip', { name: 'Objects' }).waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('the first stop of the keyboard skips to the content', async () => {
    const watched = await at(WIDE, 'reviews');
    const { page } = watched;
    await page.keyboard.press('Tab');
    expect(await focusedName(page)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await watched.close();
  });
});
