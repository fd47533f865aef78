import { csvOf, recordRows } from './csv';

test.each([
  [['a', 1, null, 4.25], 'a,1,,4.25\r\n'],
  [['a "b", c', 'two\nlines'], '"a ""b"", c","two\nlines"\r\n'],
  [['=1+1', '+1', '-x', '@a', '\tb', -0.5], "'=1+1,'+1,'-x,'@a,\"'\tb\",-0.5\r\n"],
  [[';=1+1', 'a;=1+1', 'a\t=1', '\rb', '\nb'], `"';'=1+1","a;'=1+1","a\t'=1","'\rb","'\nb"\r\n`],
  [['a\n=1+1', 'well ;-)'], `"a\n'=1+1","well ;-)"\r\n`],
  [['＝1+1', '＋1', '－1', '＠a', ' =1', '\ufeff=1'], "'＝1+1,'＋1,'－1,'＠a,' =1,'\ufeff=1\r\n"],
  [['+351'], "'+351\r\n"],
] as const)('the row %p is %p', (row, line) => expect(csvOf([row])).toBe(line));

test('records become rows below the names of their fields', () =>
  expect(
    recordRows([{ id: 7, name: 'Pier', is_active: true, ids: [1, 2], gone: null }], ['id', 'is_active', 'ids', 'gone']),
  ).toEqual([
    ['id', 'is_active', 'ids', 'gone'],
    [7, 'true', '1 2', null],
  ]));
