// cspell:disable
import fc from 'fast-check';
import { maskAuthor } from './mask-author';

describe('author names are masked (contract §2.3)', () => {
  it.each([
    ['Anna Maria Kowalska', 'Anna M. K.', 'every further word becomes its first letter and a dot'],
    ['Anna', 'Anna', 'a single word is unchanged'],
    ['A Google user', 'A Google user', 'a placeholder of a platform is unchanged'],
    ['Арина Петрова', 'Арина П.', 'every alphabet is masked'],
    ['Jean-Luc Picard-Lefèvre', 'Jean-Luc P.', 'a hyphenated word is one word'],
    ['  Anna   Kowalska ', 'Anna K.', 'whitespace is collapsed'],
    ['Anna (Kowalska)', 'Anna K.', 'brackets are skipped'],
    ['Zoë 👩‍👩‍👧 Smith', 'Zoë 👩‍👩‍👧. S.', 'an emoji family is one letter'],
    ['山田 太郎', '山田 太.', 'two words without Latin letters'],
    ['علی‌رضا احمدی', 'علی‌رضا ا.', 'a joiner of Persian is part of the word'],
    ['क्‍ष राम', 'क्‍ष रा.', 'a joiner of Hindi is part of the word'],
    ['Alex­ander Schmidt', 'Alexander S.', 'a soft hyphen is no character'],
    ['\u200eAnna Kowalska\u200f', 'Anna K.', 'marks of direction are no characters'],
    ['❤️ Anna', '❤️ A.', 'a variation selector is part of its emoji'],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿 Anna', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 A.', 'a flag is one character'],
  ])('%s becomes %s (%s)', (name, masked) => {
    expect(maskAuthor(name)).toBe(masked);
  });

  it.each([
    ['Lovett, Ada', 'Ada L.'],
    ['Lovett,Ada', 'Ada L.'],
    ['Lovett , Ada', 'Ada L.'],
    ['LOVETT, Ada Maria', 'Ada M. L.'],
    ['van der Berg, Jan', 'Jan v. d. B.'],
    ['Garcia Lopez, Maria Jose', 'Maria J. G. L.'],
    ["O'Hara, Scarlett", 'Scarlett O.'],
    ['Ловетт, Ада', 'Ада Л.'],
    ['Lovett\uff0c Ada', 'Ada L.'],
    ['Lovett\u060c Ada', 'Ada L.'],
    ['山田、太郎', '太郎 山.'],
    ['Lovett, A.', 'A. L.'],
    ['Lovett, Ada, PhD', 'Ada L. P.'],
    ['Lovett, Jr., Ada', 'Ada L. J.'],
    ['Ada Lovett, PhD', 'Ada L. P.'],
    ['Ada Lovett, M.D., Ph.D.', 'Ada L. M. P.'],
    ['Ada Lovett, Jr.', 'Ada L. J.'],
    ['Ada L., Berlin', 'Ada L. B.'],
    ['Ada,', 'Ada'],
    [', Ada', 'Ada'],
    ['Lovett,\u00a0Ada', 'Ada L.'],
    ['Top 1,000 reviewer', 'Top 1. r.'],
  ])('a name with commas, %s, becomes %s', (name, masked) => {
    expect(maskAuthor(name)).toBe(masked);
  });

  it.each([
    ['ada.lovett@mail.example', 'a'],
    ['Ada.Lovett@mail.example', 'A'],
    ['ada+reviews@mail.example', 'a'],
    ['ада@почта.рф', 'а'],
    ['ada.lovett\uff20mail.example', 'a'],
    ['mailto:ada.lovett@mail.example', 'm'],
    ['ada.lovett[at]mail.example', 'a'],
    ['ada.lovett(at)mail.example', 'a'],
    ['ada.lovett&#64;mail.example', 'a'],
    ['ada.lovett%40mail.example', 'a'],
    ['"ada.lovett"@mail.example', '"'],
    ['ada.lovett@mail.example Ada', 'a A.'],
    ['Ada <ada.lovett@mail.example>', 'Ada a.'],
    ['+49 170 1234567', '+'],
    ['+491701234567', '+'],
    ['0170-1234567', '0'],
    ['(0170) 123 45 67', '('],
    ['0170/1234567', '0'],
    ['01 70 12 34 56 7', '0'],
    ['٠١٧٠١٢٣٤٥٦٧', '٠'],
    ['tel:+49170', 't'],
    ['0170-1234567 Ada', '0 A.'],
    ['+1.202.555.0147', '+'],
    ['@ada', '@ada'],
    ['user1234567', 'user1234567'],
    ['12345', '12345'],
    ['34567 1234567aa', '3'],
  ])('an address or a telephone number, %s, becomes %s', (name, masked) => {
    expect(maskAuthor(name)).toBe(masked);
  });

  it.each([[null], [''], ['   '], ['\u3164'], ['\u200b\u2800'], ['&nbsp;'], [','], ['\u00ad']])(
    '%p becomes null',
    (name) => {
      expect(maskAuthor(name)).toBeNull();
    },
  );

  /** Characters that show nothing or a blank. */
  const BLANKS = [
    ...[
      '\t',
      '\n',
      '\u000b',
      '\f',
      '\r',
      '\u001c',
      '\u001f',
      ' ',
      '\u0085',
      '\u00a0',
      '\u061c',
      '\u115f',
      '\u1160',
      '\u1680',
    ],
    ...[
      '\u180e',
      '\u2000',
      '\u2001',
      '\u2002',
      '\u2003',
      '\u2004',
      '\u2005',
      '\u2006',
      '\u2007',
      '\u2008',
      '\u2009',
      '\u200a',
    ],
    ...[
      '\u200b',
      '\u200c',
      '\u200d',
      '\u200e',
      '\u200f',
      '\u2028',
      '\u2029',
      '\u202a',
      '\u202e',
      '\u202f',
      '\u205f',
      '\u2060',
    ],
    ...[
      '\u2061',
      '\u2062',
      '\u2063',
      '\u2064',
      '\u2066',
      '\u2069',
      '\u206a',
      '\u206f',
      '\u2800',
      '\u3000',
      '\u3164',
      '\ufeff',
    ],
    ...['\uffa0', '\ufff9', '\u034f', '\u{e0001}', '\u{13441}', '\u{1d173}'],
  ];

  it.each(BLANKS)('%j separates words', (blank) => {
    expect(maskAuthor(`Ada${blank}Lovett`)).toBe('Ada L.');
    expect(maskAuthor(`${blank}Ada${blank}${blank}Lovett${blank}`)).toMatch(/^.?Ada.? L\.$/u);
  });

  /** Spellings of a character that foreign documents contain, also twice in one another. */
  const ESCAPES: readonly ((character: string) => string)[] = [
    (character) => `&#${character.codePointAt(0) ?? 0};`,
    (character) => `&#x${(character.codePointAt(0) ?? 0).toString(16)};`,
    (character) => `&#X00${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()};`,
    (character) => `&amp;#${character.codePointAt(0) ?? 0};`,
    (character) => `&amp;amp;#${character.codePointAt(0) ?? 0};`,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    (character) =>
      Array.from(
        { length: character.length },
        (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
      ).join(''),
    (character) => encodeURIComponent(character),
    (character) => `&amp;#x26;#${character.codePointAt(0) ?? 0};`,
  ];
  const NAMED = [
    '&nbsp;',
    '&ensp;',
    '&emsp;',
    '&thinsp;',
    '&hairsp;',
    '&numsp;',
    '&ZeroWidthSpace;',
    '&NoBreak;',
    '&Tab;',
    '&NewLine;',
    '&lrm;',
    '&amp;nbsp;',
    '\\x20',
    '\\xa0',
    '%20',
    '%C2%A0',
    '%E2%80%8B',
  ];

  const word = fc.stringMatching(/^[a-zé]{2,10}$/);
  // HTML gives the numbers 128 to 159 another meaning, and joiners are no blanks.
  const escapable = fc.constantFrom(...BLANKS.filter((blank) => !/[\u0080-\u009f]/.test(blank)));

  it('masks a name under every escape of its blanks', () => {
    fc.assert(
      fc.property(word, word, escapable, fc.constantFrom(...ESCAPES), (first, surname, blank, escape) => {
        expect(maskAuthor(`${first}${escape(blank)}${surname}`)).toBe(`${first} ${surname.slice(0, 1)}.`);
      }),
      { numRuns: 500 },
    );
  });

  it.each(NAMED)('masks a name with %s between its words', (blank) => {
    expect(maskAuthor(`Ada${blank}Lovett`)).toBe('Ada L.');
  });

  it('masks a name all of whose characters are escaped', () => {
    fc.assert(
      fc.property(word, word, fc.constantFrom(...ESCAPES), (first, surname, escape) => {
        const escaped = Array.from(`${first} ${surname}`, escape).join('');
        expect(maskAuthor(escaped)).toBe(`${first} ${surname.slice(0, 1)}.`);
      }),
    );
  });

  it('shows no further word of a name with a comma', () => {
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 3 }),
        fc.array(word, { minLength: 1, maxLength: 3 }),
        (surname, given) => {
          fc.pre([...surname, ...given].every((one) => one.length > 4));
          const masked = maskAuthor(`${surname.join(' ')}, ${given.join(' ')}`) ?? '';
          const [first, ...further] = masked.split(' ');
          expect(first).toBe(given[0]);
          expect(further.every((one) => /^[a-zé]\.$/.test(one))).toBe(true);
        },
      ),
    );
  });

  it('does not change a masked name', () => {
    const part = fc.oneof(word, fc.constantFrom(' ', ',', '@', '.', '+49', '&', '%', '\u3164', '1234567', '(', 'Jr.'));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const once = maskAuthor(parts.join(''));
        expect(maskAuthor(once)).toBe(once);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves only one letter of every further word', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{2,12}$/), { minLength: 2, maxLength: 5 }), (words) => {
        const [, ...rest] = (maskAuthor(words.join(' ')) ?? '').split(' ');
        expect(rest.every((one) => /^[a-z]\.$/.test(one))).toBe(true);
      }),
    );
  });
});
