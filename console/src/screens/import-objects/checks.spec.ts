import { checkedRows, verdictOf, type JudgedRow } from './checks';

const address = (url: string, refusal: string | null = null, page: string | null = url) => ({
  ...{ url, slug: 'google', platform: 'Google', page, refusal, isShort: false },
});
const row = (line: number, name: string, addresses: JudgedRow['addresses'], fault: string | null = null) => ({
  ...{ line, name, addresses, fault },
  urls: addresses.map(({ url }) => url),
});
const A = 'https://a.example';

describe('a row of an import is ready only if nothing about it needs a look', () => {
  test.each<[string, readonly JudgedRow[], readonly string[]]>([
    ['a page that is linked', [row(2, 'Pier', [address(A)])], ['ready']],
    ['a refused address', [row(2, 'Pier', [address(A), address('x', 'No platform')])], ['check']],
    ['no address', [row(2, 'Pier', [])], ['check']],
    ['a fault', [row(2, '', [address(A)], 'The row has no name.')], ['out']],
    [
      'two rows of one page',
      [row(2, 'Pier', [address('b', null, A)]), row(3, 'Bay', [address(A)])],
      ['check', 'check'],
    ],
    ['two rows of one name', [row(2, 'Hôtel  Pier', []), row(3, 'hôtel pier', [])], ['check', 'check']],
    ['a page of an object of the account', [row(2, 'Pier', [address('https://kept.example')])], ['check']],
    ['the name of an object of the account', [row(2, 'KEPT', [address(A)])], ['check']],
  ])('%s', (_, rows, verdicts) => {
    const existing = [{ name: 'Kept', links: [{ url: 'https://kept.example' }] }];
    expect(checkedRows(rows, existing).map(verdictOf)).toEqual(verdicts);
  });

  test('each note says what is the same, and where', () => {
    const rows = [row(2, 'Pier', [address(A), address('x', 'No')]), row(7, 'Pier', [address(A)]), row(9, 'pier', [])];
    expect(checkedRows(rows, []).map(({ notes }) => notes)).toEqual([
      [
        '1 of 2 addresses is refused. The object would be created without it.',
        'Row 7 has the same page.',
        'Rows 7 and 9 have the same name.',
      ],
      ['Row 2 has the same page.', 'Rows 2 and 9 have the same name.'],
      ['Without an address nothing is collected.', 'Rows 2 and 7 have the same name.'],
    ]);
  });
});
