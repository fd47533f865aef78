import fc from 'fast-check';
import { scrubRaw } from './scrub-raw';

const privacy = { names: ['user.name', 'comments.*.author'], drop: ['user.avatar', 'user.link'] };

describe('raw records are stored without personal data (contract §10)', () => {
  const raw = {
    id: '7',
    user: { name: 'Anna Kowalska', avatar: 'https://x/a.png', link: 'https://x/anna', level: 3 },
    displayed: 'Anna Kowalska',
    text: 'My name is Anna Kowalska and I liked it',
    comments: [{ author: 'Jan Nowak', body: 'thanks' }],
  };

  it('masks names at the paths that the adapter declares', () => {
    const scrubbed = scrubRaw(raw, 'Anna Kowalska', privacy) as {
      user: { name: string };
      comments: { author: string }[];
    };
    expect(scrubbed.user.name).toBe('Anna K.');
    expect(scrubbed.comments[0]?.author).toBe('Jan N.');
  });

  it('removes profile addresses and avatars', () => {
    expect(scrubRaw(raw, 'Anna Kowalska', privacy)).toMatchObject({ user: { level: 3 } });
    expect(JSON.stringify(scrubRaw(raw, 'Anna Kowalska', privacy))).not.toContain('https://');
  });

  it('masks the full name wherever it is a whole value, and does not change the review text', () => {
    const scrubbed = scrubRaw(raw, 'Anna Kowalska', privacy);
    expect(scrubbed['displayed']).toBe('Anna K.');
    expect(scrubbed['text']).toBe(raw.text);
  });

  it.each([
    'Anna\u00a0Kowalska',
    ' Anna\u3164 Kowalska ',
    'Anna&nbsp;Kowalska',
    'Anna&#32;Kowalska',
    'Anna&amp;#160;Kowalska',
    'Anna\\u00a0Kowalska',
    'Anna%20Kowalska',
    'ANNA KOWALSKA',
    'Kowalska, Anna',
    'Kowalska&#44; Anna',
  ])('masks the name in the spelling %j', (spelling) => {
    const scrubbed = scrubRaw({ displayed: spelling, user: { name: spelling } }, 'Anna Kowalska', privacy);
    expect(JSON.stringify(scrubbed)).not.toMatch(/kowalska/i);
  });

  it.each<[string, object]>([
    ['a text in place of the object with the name', { user: 'Anna Kowalska' }],
    ['a list in place of that object', { user: [{ name: 'Anna Kowalska' }] }],
    ['a list of names', { user: { name: ['Anna', 'Kowalska'] } }],
    ['a name in parts', { user: { name: { first: 'Anna', last: 'Kowalska' } } }],
    ['an object in place of a list', { comments: { author: 'Anna Kowalska' } }],
    ['a list of texts in place of objects', { comments: ['Anna Kowalska'] }],
    ['a list of lists', { comments: [[{ author: 'Anna Kowalska' }]] }],
  ])('removes %s', (_what, record) => {
    const scrubbed = scrubRaw({ id: '7', ...record }, null, privacy);
    expect(JSON.stringify(scrubbed)).not.toContain('Kowalska');
    expect(scrubbed['id']).toBe('7');
  });

  it('keeps values of the declared forms', () => {
    const record = { user: { name: null, level: 3 }, comments: [{ body: 'thanks' }, null], answer: { user: 'x' } };
    expect(scrubRaw(record, null, privacy)).toEqual(record);
    const either = { names: ['author', 'author.name', 'author.*.name'], drop: [] };
    const author = [{ name: 'Anna Kowalska' }];
    expect(scrubRaw({ author }, null, either)).toEqual({ author: [{ name: 'Anna K.' }] });
    expect(scrubRaw({ author: author[0] }, null, either)).toEqual({ author: { name: 'Anna K.' } });
    expect(scrubRaw({ author: 'Anna Kowalska' }, null, either)).toEqual({ author: 'Anna K.' });
  });

  it('leaves no name at a declared path or in place of a part of it, in any form', () => {
    const name = fc.constant('Anna Kowalska');
    const forms = fc.letrec((tie) => ({
      any: fc.oneof(
        name,
        fc.array(tie('any'), { maxLength: 2 }),
        fc.dictionary(fc.string(), tie('any'), { maxKeys: 2 }),
      ),
    })).any;
    fc.assert(
      fc.property(forms, fc.constantFrom('user', 'user.name', 'comments', 'comments.author'), (value, path) => {
        const [head = '', field] = path.split('.');
        const inner = field === undefined ? value : { [field]: value };
        const record = { [head]: head === 'comments' && field !== undefined ? [inner] : inner };
        // Other fields of an object with a name are not declared.
        fc.pre(field !== undefined || typeof value === 'string' || Array.isArray(value) === (head === 'user'));
        expect(JSON.stringify(scrubRaw(record, null, privacy))).not.toContain('Kowalska');
      }),
    );
  });

  it('leaves no surname in a record, whatever stands between the words of the name', () => {
    const word = fc.stringMatching(/^[A-Z]{4,10}$/);
    const blank = fc.constantFrom(
      ' ',
      '\u00a0',
      '\u200b',
      '\u3000',
      '\u3164',
      '\t',
      '&nbsp;',
      '&#8203;',
      '&#x3164;',
      '&amp;nbsp;',
      '\\u00a0',
      '\\x20',
      '%20',
      '%C2%A0',
    );
    const places = (spelling: string): object => ({
      user: { name: spelling },
      comments: [{ author: spelling }],
      displayed: [{ in: spelling }],
    });
    fc.assert(
      fc.property(word, word, blank, blank, (first, surname, inName, inRecord) => {
        fc.pre(!first.includes(surname) && first !== surname);
        for (const spelling of [`${first}${inRecord}${surname}`, `${surname},${inRecord}${first}`]) {
          const scrubbed = JSON.stringify(scrubRaw({ ...places(spelling) }, `${first}${inName}${surname}`, privacy));
          expect(scrubbed).not.toContain(surname);
        }
      }),
    );
  });

  it('converts all other values to values that PostgreSQL accepts, and does not modify its input', () => {
    const before = structuredClone(raw);
    expect(scrubRaw({ a: 'x\u0000y', b: '\ud800', c: NaN, d: undefined, e: [1, null, true] }, null, privacy)).toEqual({
      a: 'xy',
      b: '\ufffd',
      c: null,
      e: [1, null, true],
    });
    scrubRaw(raw, 'Anna Kowalska', privacy);
    expect(raw).toEqual(before);
  });

  it('does not modify prototypes', () => {
    const scrubbed = scrubRaw(
      JSON.parse('{"__proto__": {"polluted": true}, "a": 1}') as Record<string, unknown>,
      null,
      privacy,
    );
    expect(scrubbed).toEqual({ a: 1 });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
