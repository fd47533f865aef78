/** The connectors of docs/connectors.md against the running service: the recipe for dlt. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Hrev } from '@libs/sdk';
import { describeWithPython, PYTHON, PYTHON_ENVIRONMENT } from '@test/support/python';
import { insertChangedReviews } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

const DOCS = path.resolve(__dirname, '../../docs/connectors.md');
const [recipe = ''] = [...readFileSync(DOCS, 'utf8').matchAll(/^```python\n([^]*?)^```$/gm)].map(([, code]) => code);

let app: TestApp;
let account: TestAccount;
let link: LinkFixture;
let ids: readonly number[];

beforeAll(async () => {
  app = await testApp({ environment: { HREV_RATE_LIMIT: '100000' } });
  account = await app.anAccount();
  link = await aLink(app.database, { accountId: account.accountId });
  ids = await insertChangedReviews(
    app.database,
    Array.from({ length: 7 }, (_, n) => ({ ...link, text: `Review ${n}` })),
  );
});
afterAll(() => app?.close());

describeWithPython('the recipe for dlt', () => {
  /** Merges the rows as dlt does: rows and state of a load are stored together, or neither. */
  const LOAD = `
import json, sys
from recipe import review_rows

file, object_id, fails_at = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
try:
    with open(file) as opened:
        loaded = json.load(opened)
except FileNotFoundError:
    loaded = {"state": {}, "table": {}}
for number, row in enumerate(review_rows(loaded["state"], object_id)):
    if number == fails_at:
        sys.exit("crash")
    if row["_deleted"]:
        loaded["table"].pop(str(row["review_id"]), None)
    else:
        loaded["table"][str(row["review_id"])] = row
with open(file, "w") as opened:
    json.dump(loaded, opened)
`;
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'hrev-dlt-'));
    writeFileSync(path.join(folder, 'recipe.py'), recipe);
    writeFileSync(path.join(folder, 'load.py'), LOAD);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const load = (failsAt = -1): Promise<unknown> =>
    promisify(execFile)(PYTHON ?? '', ['load.py', 'table.json', String(link.objectId), String(failsAt)], {
      cwd: folder,
      env: { ...PYTHON_ENVIRONMENT, HREV_URL: app.address, HREV_KEY: account.full },
    });
  const tableIds = (): readonly number[] => {
    const { table } = JSON.parse(readFileSync(path.join(folder, 'table.json'), 'utf8')) as { readonly table: object };
    return Object.keys(table).map(Number);
  };

  it('keeps a copy, after crashes and with removals', async () => {
    await expect(load(3)).rejects.toThrow('crash');
    await load();
    expect([...tableIds()].sort((a, b) => a - b)).toEqual(ids);
    const [more = 0] = await insertChangedReviews(app.database, [{ ...link, text: 'One more' }]);
    await expect(load(0)).rejects.toThrow('crash');
    await load();
    expect(tableIds()).toContain(more);
    const hrev = new Hrev({ baseUrl: app.address, apiKey: account.full });
    await hrev.objects.switch({ object_ids: [link.objectId], is_active: false });
    await load();
    expect(tableIds()).toEqual([]);
    await hrev.objects.switch({ object_ids: [link.objectId], is_active: true });
  });
});
