import fc from 'fast-check';
import { foldHost, foldIdentity } from '@libs/kernel';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { foldedSql } from './fold-identity.sql';

describe('the folding of an identity', () => {
  let fixture: StoreFixture;
  beforeAll(async () => {
    fixture = await storeFixture();
  });
  afterAll(() => fixture?.close());

  const inSql = async (text: string): Promise<string | undefined> => {
    const [row] = await fixture.database.query<{ folded: string }>(`select ${foldedSql('$1::text')} as folded`, [text]);
    return row?.folded;
  };

  it.each([
    ['LIVIA.Rivi@Harbor.Example', 'livia.rivi@harbor.example'],
    ['lİvia', 'lİvia'],
    ['boo\u212aing', 'boo\u212aing'],
    ['ｌｉｖｉａ', 'ｌｉｖｉａ'],
    ['e\u0301É', 'e\u0301É'],
    ['straße', 'straße'],
    ['ΣΊΣΥΦΟΣ', 'ΣΊΣΥΦΟΣ'],
  ])('of %s is %s, in code and in SQL', async (text, folded) => {
    expect([foldIdentity(text), await inSql(text)]).toEqual([folded, folded]);
  });

  it('is the same in code and in SQL for every text', async () => {
    const text = fc
      .oneof(fc.string({ unit: 'binary' }), fc.string())
      .filter((each) => each.isWellFormed() && !each.includes('\0'));
    await fc.assert(
      fc.asyncProperty(text, async (each) => {
        expect(await inSql(each)).toBe(foldIdentity(each));
        expect(foldIdentity(foldIdentity(each))).toBe(foldIdentity(each));
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['Example.COM', 'example.com'],
    ['example.com.', 'example.com'],
  ])('of the host %s is %s', (name, folded) => expect(foldHost(name)).toBe(folded));
});
