import { withColumnNames } from './column-names';

const PAGE = 'www.trustpilot.com/review/pier.example';

test.each([
  ['a table of commas', `Pier,${PAGE}\nBay,${PAGE}`, 'name,url'],
  ['a table of semicolons', `Pier;https://${PAGE}`, 'name;url'],
  ['a table that is pasted from a spreadsheet', `Pier, Porto\t${PAGE}\r\nBay\t${PAGE}`, 'name\turl'],
  ['the byte order mark of a file', `\uFEFFPier,${PAGE}`, 'name,url'],
  ['a row with more addresses than the first', `Pier,${PAGE}\nBay,${PAGE},${PAGE},`, 'name,url,url,url'],
  ['an address alone', PAGE, 'name,url'],
])('%s: the columns are named', (_, text, names) => {
  const rows = text.replace('\uFEFF', '').split(/\r?\n/);
  expect(withColumnNames(text)).toEqual({ text: [names, ...rows].join('\n'), added: 1 });
});

// The API says what is wrong with these (contract §4.19).
test.each([
  ['columns that are named', `name,url\nPier,${PAGE}`],
  ['columns in another order and case', `"URL";Name\n${PAGE};Pier`],
  ['other names of columns', `Hotel;Address\nPier;${PAGE}`],
  ['a row without an address', 'Pier\nBay'],
  ['nothing', ''],
])('%s: the text stays', (_, text) => expect(withColumnNames(text)).toEqual({ text, added: 0 }));
