import fc from 'fast-check';
import {
  isUnreadOfReviews,
  mayHideReviews,
  mostUnread,
  NOTHING_UNREAD,
  sumUnread,
  UNREAD_PARTS,
  unreadParts,
  type Unread,
  type UnreadPart,
} from './unread';

const anyUnread: fc.Arbitrary<Unread> = fc
  .array(fc.tuple(fc.constantFrom<UnreadPart>(...UNREAD_PARTS), fc.integer({ min: 1, max: 500 })))
  .map((pairs) => Object.fromEntries(pairs));

describe('what was not read (contract §10.2)', () => {
  it.each<[string | null, Unread]>([
    [null, NOTHING_UNREAD],
    [null, { date: 0 }],
    ['2 dates, 1 review', { review: 1, date: 2 }],
    ['1 date, 1 review', { review: 1, date: 1 }],
    ['3 replies, 2 reply dates, 1 photo', { photo: 1, reply: 3, reply_date: 2 }],
    ['1 address, 1 list', { list: 1, address: 1 }],
  ])('is stated as %p for %j', (text, unread) => {
    expect(unreadParts(unread)).toBe(text);
  });

  it('is added by part, and the larger count of a part can be chosen', () => {
    expect(sumUnread({ date: 2 }, undefined, { date: 1, review: 1 })).toEqual({ date: 3, review: 1 });
    expect(mostUnread({ date: 2 }, undefined, { date: 1, review: 1 })).toEqual({ date: 2, review: 1 });
  });

  it('is never lost in a sum', () => {
    fc.assert(
      fc.property(anyUnread, anyUnread, (one, other) => {
        const sum = sumUnread(one, other);
        for (const part of UNREAD_PARTS) expect(sum[part] ?? 0).toBe((one[part] ?? 0) + (other[part] ?? 0));
        expect(unreadParts(sum) === null).toBe(unreadParts(one) === null && unreadParts(other) === null);
        expect(sumUnread(mostUnread(one, other), mostUnread(other, one))).toEqual(
          sumUnread(mostUnread(one, other), mostUnread(one, other)),
        );
      }),
    );
  });

  it.each<[Unread, boolean, boolean]>([
    [{}, false, false],
    [{ name: 1, average: 1, document: 1 }, false, false],
    [{ date: 1 }, true, false],
    [{ reply: 1, photo: 1 }, true, false],
    [{ review: 1 }, true, true],
    [{ list: 1 }, true, true],
    [{ count: 1 }, true, true],
  ])('%j concerns reviews: %p, and may hide some: %p', (unread, ofReviews, hides) => {
    expect([isUnreadOfReviews(unread), mayHideReviews(unread)]).toEqual([ofReviews, hides]);
  });
});
