import { readReviewPage } from './parse';

const read = (change: object) =>
  readReviewPage({ reviews: [{ reviewId: 'a', starRating: 'FIVE', ...change }], totalReviewCount: 1 }).reviews[0];

describe('a review of the Business Profile API (contract §2.3)', () => {
  it('has the address of the page on which its owner answers it', () => {
    const address = 'https://business.google.com/reviews/reply?review=a';
    expect(read({ reviewReplyUrl: address })?.reviewUrl).toBe(address);
  });

  it.each([
    ['none', {}],
    ['an empty one', { reviewReplyUrl: ' ' }],
    ['one that is no address', { reviewReplyUrl: 'reviews/a' }],
    ['one of another scheme', { reviewReplyUrl: 'javascript:alert(1)' }],
    ['one on another host', { reviewReplyUrl: 'https://google.com.evil.example/a' }],
  ])('has no address with %s', (_what, change) => {
    expect(read(change)?.reviewUrl).toBeNull();
  });
});
