import { failureNotice } from './failure-notice';
import { REPLY_FAILURES } from './reply';

const FAILED = { reviewId: 31, objectId: 5, platform: 'Google', action: 'publish', detail: 'spam' } as const;

describe('the notice of a failed reply (contract §4.5, §7.4)', () => {
  it.each(REPLY_FAILURES)(
    'for %s, contains the review, the code, the message of the publisher and the URL of the state',
    (error) => {
      const { kind, subject, body } = failureNotice({ ...FAILED, error });
      expect([kind, subject]).toEqual(['reply_failed', `The reply to review 31 could not be published (${error})`]);
      for (const part of ['review 31 of object 5', 'on Google', error, 'spam', 'GET /v3/reviews/31/reply'])
        expect(body).toContain(part);
    },
  );

  it('requests another text only for text_rejected', () => {
    const requests = REPLY_FAILURES.filter((error) => failureNotice({ ...FAILED, error }).body.includes('Change it'));
    expect(requests).toEqual(['text_rejected']);
  });

  it('describes a failed removal as a removal', () =>
    expect(failureNotice({ ...FAILED, action: 'remove', error: 'platform_error' }).subject).toBe(
      'The reply to review 31 could not be removed (platform_error)',
    ));
});
