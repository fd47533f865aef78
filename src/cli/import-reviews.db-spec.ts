import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLineOn, hrev, jsonOf, type Output } from '@test/support/command-line';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

const LINES = 1_203;
const line = (n: number, more: object = {}): string =>
  JSON.stringify({
    ...{ object_name: 'Harbour', source_slug: 'trustpilot', external_review_id: `t-${n}`, author: `Guest ${n}` },
    ...{ text: `Number ${n}`, rating: 1 + (n % 5), review_date: `20${10 + (n % 15)}-01-02` },
    ...more,
  });

describe('command line: import of reviews (contract §12.3, §4.22)', () => {
  let fixture: StoreFixture;
  let restoreEnvironment: () => void;
  let folder: string;
  let account: string;

  beforeAll(async () => {
    fixture = await storeFixture();
    restoreEnvironment = commandLineOn(fixture.url);
    folder = mkdtempSync(join(tmpdir(), 'hrev-import-'));
  });
  beforeEach(async () => {
    account = String(jsonOf(await hrev('account', 'create', '--name', 'Importer', '--json'))['account_id']);
    const objects = join(folder, 'objects.csv');
    writeFileSync(objects, 'name,url\nHarbour,https://www.trustpilot.com/review/example.com\n');
    await hrev('import', 'objects', objects, '--account', account);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    restoreEnvironment?.();
    await fixture?.close();
  });

  function run(text: string, ...words: readonly string[]): Promise<Output> {
    writeFileSync(join(folder, 'reviews.jsonl'), text);
    return hrev('import', 'reviews', join(folder, 'reviews.jsonl'), '--account', account, ...words);
  }
  const stored = async (): Promise<number> =>
    Number(
      (await fixture.database.query('select count(*) as n from review where account_id = $1', [account]))[0]?.['n'],
    );

  it('imports a file of several parts after a dry run, and finds it when it is repeated', async () => {
    const text = `\uFEFF${Array.from({ length: LINES }, (_, n) => line(n)).join('\n')}\n`;
    const trial = await run(text, '--dry-run');
    expect([trial.code, trial.err, await stored()]).toEqual([0, '', 0]);
    expect(trial.out).toContain(
      `${LINES} lines: ${LINES} created, 0 updated, 0 present, 0 refused; nothing was written`,
    );
    const real = await run(text);
    expect([real.code, await stored()]).toEqual([0, LINES]);
    const [record, ...others] = await fixture.database.query(
      'select id::int, created_count::int from review_import where account_id = $1',
      [account],
    );
    expect([record?.['created_count'], others]).toEqual([LINES, []]);
    expect(real.out).toContain(`import ${String(record?.['id'])}`);
    expect((await run(text)).out).toContain(`0 created, 0 updated, ${LINES} present`);
  });

  it('continues a file that broke off', async () => {
    await run(Array.from({ length: 400 }, (_, n) => line(n)).join('\n'));
    const whole = await run(Array.from({ length: LINES }, (_, n) => line(n)).join('\n'));
    expect(whole.out).toContain(`${LINES - 400} created, 0 updated, 400 present`);
    expect(await stored()).toBe(LINES);
  });

  it.each<[what: string, text: string, code: number]>([
    ['some lines are refused', `${line(1)}\n{}\n`, 5],
    ['all lines are refused', '{}\n', 1],
    ['the file is empty', '\n', 0],
  ])('if %s, %j ends with exit code %d', async (_, text, code) => {
    expect((await run(text)).code).toBe(code);
  });
});
