import { readReplyText } from './reply-text';

const NO_LIMIT = { maxLength: null, unit: null };

describe('texts that may be published (contract §7.4)', () => {
  it.each([
    ['Thank you', 'Thank you'],
    ['  Thank you \n', 'Thank you'],
    ['Dear Anna,\n\nthank you.\n\tThe team', 'Dear Anna,\n\nthank you.\n\tThe team'],
    ['Dear Anna,\r\nthank you', 'Dear Anna,\nthank you'],
    ['Спасибо 👩‍👩‍👧', 'Спасибо 👩‍👩‍👧'],
    ['שלום \u200fתודה', 'שלום \u200fתודה'],
  ])('publishes %j as %j', (requested, text) => expect(readReplyText(requested, NO_LIMIT)).toBe(text));

  it.each(['', '   ', '\n\t', '\u00a0\u2003', '\u200b\u200d', '\ufeff'])('refuses %j, which is empty', (requested) =>
    expect(() => readReplyText(requested, NO_LIMIT)).toThrow(/empty/),
  );

  it.each(['a\u0000b', 'a\u0007b', 'a\u001bb', 'a\rb', 'a\u007fb', 'a\u0085b', 'a\u009fb', 'a\u000bb'])(
    'refuses %j, which contains a control character',
    (requested) => expect(() => readReplyText(requested, NO_LIMIT)).toThrow(/control/),
  );

  it.each([
    ['characters', 4, 'abcd', true],
    ['characters', 4, 'abcde', false],
    ['characters', 4, '👍👍👍👍', true],
    ['characters', 4, '  abcd  ', true],
    ['bytes', 4, 'abcd', true],
    ['bytes', 4, 'äöü', false],
    ['bytes', 6, 'äöü', true],
    ['bytes', 4, '👍', true],
    ['bytes', 3, '👍', false],
  ] as const)('with a limit in %s of %i, accepts %j: %s', (unit, maxLength, requested, isAccepted) => {
    const read = (): string => readReplyText(requested, { maxLength, unit });
    if (isAccepted) expect(read()).toBe(requested.trim());
    else expect(read).toThrow(`the platform allows ${maxLength}`);
  });
});
