import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLineOn, hrev, jsonOf, type Output } from '@test/support/command-line';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

const PAGE = 'https://www.trustpilot.com/review/example.com';

describe('command line: import of objects (contract §12.3, §4.19)', () => {
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
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    restoreEnvironment?.();
    await fixture?.close();
  });

  function run(name: string, text: string, ...words: readonly string[]): Promise<Output> {
    writeFileSync(join(folder, name), text);
    return hrev('import', 'objects', join(folder, name), '--account', account, ...words);
  }
  const objects = async (): Promise<readonly string[]> => {
    const rows = await fixture.database.query<{ name: string }>(
      'select name from tracked_object where account_id = $1 order by id',
      [account],
    );
    return rows.map(({ name }) => name);
  };
  const resultsOf = (output: Output): readonly unknown[] =>
    (jsonOf(output)['lines'] as readonly { readonly result: string }[]).map(({ result }) => result);

  it('creates the objects of a file after a dry run, and finds them when it is repeated', async () => {
    const text = `name,url\nHarbour,${PAGE}\nHill,\n`;
    const trial = await run('objects.csv', text, '--dry-run');
    expect([trial.code, trial.err, await objects()]).toEqual([0, '', []]);
    expect(trial.out).toContain('2 lines, 0 refused; 0 addresses of other lines refused; nothing was written');
    expect(resultsOf(await run('objects.csv', text, '--json'))).toEqual(['created', 'created']);
    expect(await objects()).toEqual(['Harbour', 'Hill']);
    const again = await run('objects.csv', text, '--json');
    expect([again.code, resultsOf(again)]).toEqual([0, ['present', 'present']]);
  });

  it('names in a dry run the objects that may be those of a line', async () => {
    await run('objects.csv', 'name\nHarbour Hotel\n');
    const text = `name,url\nharbour  HOTEL,${PAGE}\nHill,${PAGE}\n`;
    const [row = ''] = (await run('more.csv', text, '--dry-run')).out.split('\n').filter((line) => /^2 /.test(line));
    expect(row).toMatch(/created .*same page as line 3 \(Hill\), same name as object \d+ \(Harbour Hotel\)$/);
    const { lines } = jsonOf(await run('more.csv', text, '--dry-run', '--json'));
    expect(lines).toMatchObject([
      { similar: [{ same: 'page', line: 3 }, { same: 'name' }] },
      { similar: [{ line: 2 }] },
    ]);
  });

  it('reads JSON lines by the name of the file, or by --format', async () => {
    expect(resultsOf(await run('a.jsonl', '{"name":"A"}\n', '--json'))).toEqual(['created']);
    expect(resultsOf(await run('b.txt', '{"name":"B"}\n', '--format', 'jsonl', '--json'))).toEqual(['created']);
    expect(await objects()).toEqual(['A', 'B']);
  });

  it.each<[what: string, text: string, code: number]>([
    ['some lines are refused', 'name,object_id\nA,\nB,999999\n', 5],
    ['an address is refused', 'name,url\nA,https://unknown.example/\n', 5],
    ['all lines are refused', 'name,object_id\nB,999999\n', 1],
    ['the file has other columns', 'title\nA\n', 2],
  ])('if %s, %j ends with exit code %d', async (_, text, code) => {
    expect((await run('objects.csv', text)).code).toBe(code);
  });
});
