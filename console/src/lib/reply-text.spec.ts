import { filled, markedParts, unfilledBrace } from './reply-text';

test.each([
  ['Write to +351 22 555 01 40, please', ['+351 22 555 01 40']],
  ['Call (0)22 555-0140 or ana@harbor.example', ['(0)22 555-0140', 'ana@harbor.example']],
  [
    'See https://harbor.example/rooms?x=1 and www.harbor.example',
    ['https://harbor.example/rooms?x=1', 'www.harbor.example'],
  ],
  ['From rooms 301 to 318, in 2026, on 20.11.2026 and (2026-11-20)', []],
  ['أرسل إلى فندق@مثال.إختبار', ['فندق@مثال.إختبار']],
  ['Nothing here', []],
])('marks in %j the parts %j', (text, parts) =>
  expect(markedParts(text).map(({ start, end }) => text.slice(start, end))).toEqual(parts),
);

test.each([
  ['Dear {author}, thank you', '{author}'],
  ['Dear Ana {}', null],
  ['No braces', null],
])('the brace of %j that is not filled is %j', (text, brace) => expect(unfilledBrace(text)).toBe(brace));

test('fills a template and keeps what is unknown', () => {
  expect(filled('Dear {author}, {object} {other}', { author: null, object: 'Porto $&' })).toBe(
    'Dear {author}, Porto $& {other}',
  );
});
