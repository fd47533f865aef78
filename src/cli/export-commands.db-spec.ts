import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BATCH_FIELDS } from '@src/reviews';
import { commandLineOn, hrev, jsonOf } from '@test/support/command-line';
import { insertReviews } from '@test/support/review-factory';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';

describe('command line: export of reviews (contract §12.3, §4.18)', () => {
  let fixture: StoreFixture;
  let restoreEnvironment: () => void;
  let folder: string;
  let link: LinkFixture;
  let ids: readonly number[];

  beforeAll(async () => {
    fixture = await storeFixture();
    restoreEnvironment = commandLineOn(fixture.url);
    folder = mkdtempSync(join(tmpdir(), 'hrev-export-'));
    const { account_id: accountId } = jsonOf(await hrev('account', 'create', '--name', 'Exporter', '--json'));
    link = await aLink(fixture.database, { accountId: accountId as number });
    ids = await insertReviews(
      fixture.database,
      Array.from({ length: 1_200 }, (_, n) => ({
        ...link,
        rating: 1 + (n % 5),
        text: n === 0 ? '=1+1' : `Review ${n}`,
      })),
    );
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    restoreEnvironment?.();
    await fixture?.close();
  });

  const run = (...words: readonly string[]) => hrev('export', 'reviews', '--account', String(link.accountId), ...words);

  it('writes every review once to a file, under its name only when it is complete', async () => {
    const out = join(folder, 'reviews.jsonl');
    const { file, rows, bytes } = jsonOf(await run('--out', out, '--json'));
    const text = readFileSync(out, 'utf8');
    expect([file, rows, bytes]).toEqual([out, 1_200, Buffer.byteLength(text)]);
    const found = text.trimEnd().split('\n');
    expect(found.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual(ids);
    expect(readdirSync(folder)).toEqual(['reviews.jsonl']);
  });

  it('writes CSV without formulas to standard output, with the filters of the feed', async () => {
    const { out, err, code } = await run('--format', 'csv', '--max-rating', '1', '--object', String(link.objectId));
    expect([err, code]).toEqual(['', 0]);
    const lines = out.split('\r\n');
    expect(lines[0]).toBe(`\uFEFF${BATCH_FIELDS.join(',')}`);
    expect(lines).toHaveLength(240 + 2);
    expect(lines[1]).toContain(`,'=1+1,`);
  });

  it.each<[words: readonly string[], code: number]>([
    [['--object', '999999'], 4],
    [['--source', 'no-such-platform'], 2],
    [['--min-rating', '4', '--max-rating', '2'], 2],
    [['--object', '1', '--folder', '1'], 2],
    [['--published-from', '2026-02-31'], 2],
    [['--format', 'xml'], 2],
    [['--json'], 2],
  ])('%j ends with exit code %d', async (words, code) => {
    const result = await run(...words);
    expect([result.out, result.code]).toEqual(['', code]);
  });
});
