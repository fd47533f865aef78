import { changeNotice, type ChangedReply } from './change-notice';

const changedReply: ChangedReply = { reviewId: 31, objectId: 7, platform: 'Google', isRemoval: false, isShown: true };

describe('the notice about a reply that the platform shows differently (ADR 17)', () => {
  it.each<[string, Partial<ChangedReply>, string]>([
    ['shows another reply', {}, 'Google shows another reply to review 31 of object 7 than the one that was published.'],
    ['shows no reply', { isShown: false }, 'Google shows no reply to review 31 of object 7 any more.'],
    [
      'still shows a removed reply',
      { isRemoval: true },
      'Google still shows the reply to review 31 of object 7, which was removed more than once.',
    ],
  ])('reports that the platform %s', (_, changes, sentence) => {
    const { kind, subject, body } = changeNotice([{ ...changedReply, ...changes }]);
    expect([kind, subject]).toEqual(['reply_changed', 'The reply to review 31 was changed on Google']);
    expect(body.split('\n')[0]).toBe(sentence);
  });

  it.each([
    [2, 2, []],
    [49, 49, []],
    [50, 50, []],
    [51, 50, ['1 more are not named here.']],
    [52, 50, ['2 more are not named here.']],
    [70, 50, ['20 more are not named here.']],
  ])('returns one notice for %i changed replies, which lists %i of them', (replyCount, listedCount, omittedLines) => {
    const replies = Array.from({ length: replyCount }, (_, n) => ({ ...changedReply, reviewId: n }));
    const { subject, body } = changeNotice(replies);
    expect(subject).toBe(`${replyCount} replies were changed on their platforms`);
    expect(body.split('\n')).toEqual([
      ...replies.slice(0, listedCount).map(({ reviewId }) => expect.stringContaining(`review ${reviewId} `) as string),
      ...omittedLines,
      expect.stringContaining('order it again'),
    ]);
  });
});
