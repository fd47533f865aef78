import fc from 'fast-check';
import { placeFor, type StreamHolder } from './stream-shares';

const LIMITS = { perSession: 2, perPerson: 4, perAccount: 6, perProcess: 9 };

/** `s1 p1 a1`: session 1 of person 1 in account 1. */
const holder = (text: string): StreamHolder => {
  const [sessionId = 0, personId = 0, accountId = 0] = text.split(' ').map((part) => Number(part.slice(1)));
  return { sessionId, personId, accountId };
};
const list = (text: string): readonly StreamHolder[] => (text === '' ? [] : text.split(', ').map(holder));
const shown = ({ sessionId, personId, accountId }: StreamHolder): string => `s${sessionId} p${personId} a${accountId}`;

/** A person keeps others from no stream: neither of the account nor of the process. */
test.each([
  ['the first', '', 's1 p1 a1', 'free'],
  ['a session at its limit', 's1 p1 a1, s1 p1 a1', 's1 p1 a1', 'none'],
  ['a person at the limit, in any account', 's1 p1 a1, s1 p1 a1, s2 p1 a2, s2 p1 a2', 's3 p1 a3', 'none'],
  [
    'a full account: the oldest of the person with the most',
    's9 p2 a1, s1 p1 a1, s1 p1 a1, s2 p1 a1, s2 p1 a1, s8 p3 a1',
    's7 p4 a1',
    's1 p1 a1',
  ],
  [
    'a full account whose people have one more at most',
    's1 p1 a1, s1 p1 a1, s2 p2 a1, s2 p2 a1, s3 p3 a1, s3 p3 a1',
    's4 p3 a1',
    'none',
  ],
  [
    'a full process: of the largest account, the oldest of the person with the most',
    's1 p1 a1, s2 p2 a1, s2 p2 a1, s3 p2 a1, s4 p3 a1, s5 p4 a2, s5 p4 a2, s6 p5 a2, s6 p5 a2',
    's7 p6 a3',
    's2 p2 a1',
  ],
])('%s', (_, open, wanted, expected) => {
  const place = placeFor(holder(wanted), list(open), LIMITS);
  expect(typeof place === 'string' ? place : shown(place)).toBe(expected);
});

test('a new person in a new account always gets a place, and no limit is exceeded', () => {
  // Each session belongs to one person, who may have several.
  const stream = fc
    .record({ sessionId: fc.integer({ min: 1, max: 40 }), accountId: fc.integer({ min: 1, max: 3 }) })
    .map((one) => ({ ...one, personId: 1 + (one.sessionId % 8) }));
  fc.assert(
    fc.property(fc.array(stream, { maxLength: 60 }), (wishes) => {
      let open: readonly StreamHolder[] = [];
      const countOf = (account: number, person?: number): number =>
        open.filter((one) => one.accountId === account && (person === undefined || one.personId === person)).length;
      for (const wanted of wishes) {
        const isNew = !open.some(
          ({ personId, accountId }) => personId === wanted.personId || accountId === wanted.accountId,
        );
        const place = placeFor(wanted, open, LIMITS);
        if (isNew) expect(place).not.toBe('none');
        if (place === 'none') continue;
        if (place !== 'free') open = open.filter((one) => one !== place);
        open = [...open, { ...wanted }];
        expect(open.length).toBeLessThanOrEqual(LIMITS.perProcess);
        expect(countOf(wanted.accountId)).toBeLessThanOrEqual(LIMITS.perAccount);
        expect(open.filter(({ personId }) => personId === wanted.personId).length).toBeLessThanOrEqual(
          LIMITS.perPerson,
        );
      }
    }),
  );
});
