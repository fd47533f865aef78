import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { copyValue } from './copy-in';
import { isUniqueViolation } from './passing-faults';

/** A text that does not fit in one chunk. */
const LONG_TEXT = 'щ'.repeat(70_000);

describe('copyIn', () => {
  let fixture: StoreFixture;

  beforeAll(async () => {
    fixture = await storeFixture();
    await fixture.database.query('create table copied (n int primary key, words text)');
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.database.query('truncate copied'));

  const copy = (lines: Iterable<string>): Promise<unknown> =>
    fixture.database.transaction(() =>
      fixture.database.together([{ copy: 'copy copied (n, words) from stdin', lines }]),
    );
  const words = async (): Promise<(string | null)[]> =>
    (await fixture.database.query<{ words: string | null }>('select words from copied order by n')).map((r) => r.words);

  it.each([
    ['null', null],
    ['the null marker as text', '\\N'],
    ['the end-of-data marker as text', '\\.'],
    ['the special characters of the format', 'a\tb\nc\rd\\e\\n\b\f\v'],
    ['letters of several alphabets', 'Łódź Ελλάδα Москва 東京 🦉'],
    ['a text longer than a chunk', LONG_TEXT],
    ['an empty text', ''],
  ])('stores %s unchanged', async (_what, value) => {
    await copy([1, 2].map((n) => `${n}\t${copyValue(value)}\n`));
    expect(await words()).toEqual([value, value]);
  });

  it('writes many chunks, and accepts zero rows', async () => {
    await copy(Array.from({ length: 5_000 }, (_, n) => `${n}\t${'x'.repeat(100)}${n}\n`));
    expect(await words()).toEqual(Array.from({ length: 5_000 }, (_, n) => `${'x'.repeat(100)}${n}`));
    await copy([]);
  });

  it('stores nothing if a row is refused, and the connection stays usable', async () => {
    const copying = copy(['1\ta\n', '2\tb\n', '1\tc\n']);
    await expect(copying).rejects.toMatchObject({ code: '23505', constraint: 'copied_pkey' });
    expect(isUniqueViolation(await copying.catch((error: unknown) => error), 'copied_pkey')).toBe(true);
    expect(await words()).toEqual([]);
  });

  it('stores nothing if the row generator throws, and rethrows its error', async () => {
    function* broken(): Iterable<string> {
      yield '1\ta\n';
      throw new TypeError('no second row');
    }
    await expect(copy(broken())).rejects.toThrow(new TypeError('no second row'));
    expect(await words()).toEqual([]);
  });

  it('refuses an invalid statement', async () => {
    const transaction = fixture.database.transaction(() =>
      fixture.database.together([{ copy: 'copy nowhere from stdin', lines: [] }]),
    );
    await expect(transaction).rejects.toMatchObject({ code: '42P01' });
  });

  it('obeys the statement timeout', async () => {
    const transaction = fixture.database.transaction(async () => {
      await fixture.database.query(`set local statement_timeout = '50ms'`);
      await fixture.database.query(
        `create function pg_temp.slow() returns trigger language plpgsql as $$ begin perform pg_sleep(20); return null; end $$`,
      );
      await fixture.database.query(
        'create trigger slow after insert on copied for each statement execute function pg_temp.slow()',
      );
      await fixture.database.together([{ copy: 'copy copied (n, words) from stdin', lines: ['1\ta\n'] }]);
    });
    await expect(transaction).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await words()).toEqual([]);
  });

  it('throws outside a transaction', async () => {
    await expect(
      fixture.database.together([{ copy: 'copy copied (n, words) from stdin', lines: ['1\ta\n'] }]),
    ).rejects.toThrow('need a transaction');
  });
});
