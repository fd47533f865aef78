import { changeNotice, type ChangedReply } from './change-notice';

const changed: ChangedReply = { reviewId: 31, objectId: 7, platform: 'Google', isRemoval: false, isShown: true };

describe('what an account is told of a reply that the platform shows otherwise (ADR 17)', () => {
  it.each<[string, Partial<ChangedReply>, string]>([
    ['another one', {}, 'Google shows another reply to review 31 of object 7 than the one that was published.'],
    ['none', { isShown: false }, 'Google shows no reply to review 31 of object 7 any more.'],
    [
      'what was taken away',
      { isRemoval: true },
      'Google still shows the reply to review 31 of object 7, which was removed more than once.',
    ],
  ])('%s', (_, changes, sentence) => {
    const { kind, subject, body } = changeNotice([{ ...changed, ...changes }]);
    expect([kind, subject]).toEqual(['reply_changed', 'The reply to review 31 was changed on Google']);
    expect(body.split('\n')[0]).toBe(sentence);
  });

  it('one notice of all that a run found, fifty of them by name', () => {
    const many = Array.from({ length: 70 }, (_, n) => ({ ...changed, reviewId: n }));
    const { subject, body } = changeNotice(many);
    expect(subject).toBe('70 replies were changed on their platforms');
    expect(body.split('\n').slice(49, 52)).toEqual([
      expect.stringContaining('review 49 '),
      '20 more are not named here.',
      expect.stringContaining('order it again'),
    ]);
  });
});
