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
