import { AppError } from '@libs/kernel';
import { assertMayWrite } from './message-quota';

describe('the limit of messages (contract §4.12: at most 20 per account and hour)', () => {
  it.each([0, 1, 19])('allows one more message after %i messages', (used) =>
    expect(() => assertMayWrite({ used, freesInSeconds: 0 })).not.toThrow(),
  );

  it.each([
    [20, 3_599.2, '3600'],
    [20, 0.001, '1'],
    [20, 0, '1'],
    [20, -5, '1'],
    [21, 60, '60'],
  ])(
    'causes 429 after %i messages if the oldest expires in %d s, with Retry-After %s',
    (used, freesInSeconds, retryAfter) => {
      let thrown: unknown;
      try {
        assertMayWrite({ used, freesInSeconds });
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBeInstanceOf(AppError);
      expect(thrown).toMatchObject({ code: 'rate_limited', status: 429, headers: { 'Retry-After': retryAfter } });
    },
  );
});
