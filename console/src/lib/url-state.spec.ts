import { dayOf, flagOf, numberOf, oneOf, textOf, webAddressOf } from './url-state';

test.each([
  [webAddressOf('https://example.com/review'), 'https://example.com/review'],
  [webAddressOf('javascript:alert(1)'), undefined],
  [webAddressOf(null), undefined],
  [textOf(' '), undefined],
  [textOf(12), '12'],
  [textOf('room'), 'room'],
  [oneOf('asc', ['asc', 'desc']), 'asc'],
  [oneOf('up', ['asc', 'desc']), undefined],
  [numberOf('7'), 7],
  [numberOf(-1), undefined],
  [numberOf('', 0), undefined],
  [numberOf(1.5), undefined],
  [flagOf('true'), true],
  [flagOf(false), false],
  [flagOf('yes'), undefined],
  [dayOf('2026-11-20'), '2026-11-20'],
  [dayOf('2026-13-20'), undefined],
  [dayOf(20261120), undefined],
])('reads %p as %p', (read, expected) => expect(read).toBe(expected));
