import type { Browser } from 'playwright';
import { ConsoleApp } from './support/console-app';
import { aHarbor } from './support/harbor';
import { describeInBrowser, LOOKS, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;

describeInBrowser('folders', () => {
  let server: ConsoleApp;
  let browser: Browser;
  let portugal: number;
  beforeAll(async () => {
    server = await ConsoleApp.start({ role: 'member' });
    browser = await startBrowser();
    const { objectId } = await aHarbor(server);
    portugal = await aFolder('Portugal', null, [objectId]);
    await aFolder('Porto', portugal, [objectId]);
    await aFolder('Lisbon', portugal, []);
    await aFolder('فنادق', null, []);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const aFolder = async (name: string, parent: number | null, objects: readonly number[]): Promise<number> => {
    const { body } = await server.app.agent
      .post('/v3/folders')
      .set('X-API-Key', server.account.full)
      .send({ name, parent_folder_id: parent, object_ids: objects });
    return (body as { id: number }).id;
  };
  const open = async (path = 'folders'): Promise<WatchedPage> => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    await watched.page.goto(server.screen(path));
    await watched.page.getByRole('row', { name: /^Portugal/ }).waitFor();
    return watched;
  };

  test.each(LOOKS)('the tree and a folder have no faults in $theme at $width', async (look) => {
    const watched = await WatchedPage.open(browser, server, look);
    await watched.page.goto(server.screen(`folders/${portugal}`));
    await watched.page.getByText('also in Porto').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('the tree is one tab stop: the arrow keys move, open and close, F2 renames, and M moves', async () => {
    const watched = await open();
    const { page } = watched;
    const row = (name: RegExp) => page.getByRole('row', { name });
    await row(/^Portugal/).focus();
    await page.keyboard.press('ArrowLeft');
    await row(/^Porto /).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('F2');
    await page.getByRole('dialog', { name: 'Rename Porto' }).getByLabel('Name').fill('Oporto');
    await page.keyboard.press('Enter');
    await row(/^Oporto/).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await row(/^Oporto/).focus();
    await page.keyboard.press('m');
    await page.getByLabel('Inside').selectOption('فنادق');
    await watched.expectNoFaults();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await row(/^فنادق/).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/folders\/\d+/);
    await page.getByRole('heading', { level: 2, name: 'Oporto' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    expect(await page.locator(':focus').textContent()).toContain('فنادق');
    await watched.expectNoFaults();
    await watched.close();
  });

  test('a folder with subfolders is neither moved nor deleted, and the control says what to do first', async () => {
    const parent = await aFolder('Brand', null, []);
    await aFolder('North', parent, []);
    const watched = await open(`folders/${parent}`);
    const { page } = watched;
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alert').filter({ hasText: 'Move its 1 subfolder first.' }).waitFor();
    await page.getByRole('button', { name: 'Move' }).click();
    await page.getByRole('dialog', { name: 'Move Brand' }).getByText('Move its 1 subfolder first.').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('a folder is created, gets objects by search, loses one with Undo, and is deleted while its objects stay', async () => {
    const watched = await open();
    const { page } = watched;
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Spain');
    await page.getByRole('button', { name: 'Create folder' }).click();
    await page.getByRole('heading', { level: 2, name: 'Spain' }).waitFor();
    await page.getByLabel('Search objects by name').fill('harbor');
    await page.getByRole('button', { name: 'Add Harbor Hotel Porto to the folder' }).click();
    await page.getByRole('heading', { name: 'Objects in it (1)' }).waitFor();
    await page.getByText(/also in .*Portugal/).waitFor();
    await page.getByRole('button', { name: 'Remove Harbor Hotel Porto from the folder' }).click();
    await page.getByText('Harbor Hotel Porto is removed from the folder.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Objects in it (1)' }).waitFor();
    await watched.expectNoFaults();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete folder Spain' });
    await dialog.getByText('Its 1 object stays; only the grouping is lost.').waitFor();
    await dialog.getByRole('button', { name: 'Delete folder' }).click();
    await page.waitForURL(/\/folders$/);
    await page.getByRole('row', { name: /^Spain/ }).waitFor({ state: 'detached' });
    await page.goto(server.screen('objects'));
    await page.getByRole('link', { name: 'Harbor Hotel Porto' }).waitFor();
    await watched.close();
  });

  test('selected objects are added to a folder from the list', async () => {
    const watched = await open();
    const { page } = watched;
    await page.goto(server.screen('objects'));
    await page.getByRole('checkbox', { name: 'Select Harbor Hotel Porto' }).check();
    await page.getByRole('button', { name: 'Add to folder' }).click();
    await page.getByRole('menuitem', { name: 'Portugal / Lisbon' }).click();
    await page.getByText('1 object added to Portugal / Lisbon.').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('the search is in the address and shows the parents of what it finds', async () => {
    const watched = await open('folders?search=lisbon');
    const { page } = watched;
    expect(await page.getByRole('row').count()).toBe(2);
    await page.getByLabel('Search folders').fill('nothing like this');
    await page.getByText('No folder matches.').waitFor();
    await watched.close();
  });

  test('a viewer sees folders and no control that changes them', async () => {
    const viewer = await server.another('viewer');
    const cookie = server.cookieOf(viewer.browser);
    const watched = await WatchedPage.open(browser, { origin: server.origin, cookie }, LOOK);
    const { page } = watched;
    await page.goto(server.screen(`folders/${portugal}`));
    await page.getByRole('heading', { level: 2, name: 'Portugal' }).waitFor();
    expect(await page.getByRole('button', { name: /New folder|Rename|Move|Delete|Remove|Add/ }).count()).toBe(0);
    await page.getByRole('row', { name: /^Portugal/ }).focus();
    await page.keyboard.press('F2');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await watched.expectNoFaults();
    await watched.close();
  });
});
