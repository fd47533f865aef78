/** Tokens and secrets: renewed once however many calls want one, and never said aloud. */
import { TooLate } from '../publish-errors';
import type { SandboxReplyBehaviour } from '../sandbox';
import { publishFailureOf, TEXT, type PublisherBench } from './publisher-bench';

const FAILING: readonly SandboxReplyBehaviour[] = [
  'reject',
  'throttled',
  'cut_after',
  'error',
  'error_after',
  'garbled',
  'down',
];

export function describeSecrets(bench: PublisherBench): void {
  if (bench.options.usesTokens) describe('tokens (contract §4.5)', () => askTokens(bench));
  describe('secrets', () => askSilence(bench));
}

function askTokens(bench: PublisherBench): void {
  const TOGETHER = 5;

  it('calls at one moment renew the token once, and keep it', async () => {
    const review = bench.reset();
    await Promise.all(Array.from({ length: TOGETHER }, () => bench.readBack(review)));
    expect([bench.replies.tokensIssued, bench.saves]).toEqual([1, 1]);
    expect(bench.saved['access_token']).toEqual(expect.any(String));
    await bench.readBack(review);
    expect(bench.replies.tokensIssued).toBe(1);
  });

  it('a token that the platform forgot is renewed once, and the call made again, once', async () => {
    const review = bench.reset();
    await bench.readBack(review);
    bench.replies.expireTokens();
    const others = Array.from({ length: TOGETHER - 1 }, () => bench.readBack(review));
    await Promise.all([bench.publish(review), ...others]);
    expect(bench.replies.tokensIssued).toBe(2);
    expect(bench.replies.published(review.id, TEXT)).toBe(1);
  });

  it('where the token in memory and the stored one are both forgotten, a new one is asked for before access counts as revoked', async () => {
    const review = bench.reset();
    await bench.readBack(review);
    bench.saved['access_token'] = 'renewed-by-another-process-long-ago';
    bench.replies.expireTokens();
    await bench.publish(review);
    expect([bench.replies.tokensIssued, bench.replies.published(review.id, TEXT)]).toEqual([2, 1]);
  });

  it('a call that is made again with a new token is not made once the caller may write no more (ADR 17)', async () => {
    const review = bench.reset();
    await bench.readBack(review);
    bench.saved = {};
    let writes = 0;
    const beforeWrite = (): void => {
      writes += 1;
      if (writes > 1) throw new Error('its time is over');
      bench.replies.expireTokens();
    };
    expect(await publishFailureOf(bench.publish(review, TEXT, { beforeWrite }))).toBeInstanceOf(TooLate);
    expect([writes, bench.replies.tokensIssued, bench.replies.publications]).toEqual([2, 2, []]);
  });

  it('one caller who is stopped does not stop the others', async () => {
    const review = bench.reset();
    const stop = new AbortController();
    const stopped = bench.publisher.readBack(bench.addressOf(review), bench.tools({ signal: stop.signal }));
    const other = bench.readBack(review);
    stop.abort();
    await Promise.allSettled([stopped]);
    expect(await other).toMatchObject({ kind: bench.publisher.moderated ? 'unknown' : 'none' });
  });
}

function askSilence(bench: PublisherBench): void {
  const secretsOf = (): readonly string[] => {
    const names = bench.publisher.credentialFields.filter(({ secret }) => secret).map(({ name }) => name);
    const { credentials, wrongCredentials } = bench.options;
    const given = names.flatMap((name) => [credentials[name], wrongCredentials[name]]);
    return [...given, bench.saved['access_token'], TEXT].filter(
      (secret) => secret !== undefined && secret !== '',
    ) as string[];
  };

  it.each(FAILING)('no secret and no text in the error of %s', async (behaviour) => {
    const review = bench.reset();
    await bench.readBack(review);
    bench.replies.behave(behaviour);
    const error = await publishFailureOf(bench.publish(review));
    expect(secretsOf().filter((secret) => saidBy(error).includes(secret))).toEqual([]);
  });

  it('nor where the secrets themselves are refused', async () => {
    const review = bench.reset();
    const call = bench.publish(review, TEXT, { credentials: bench.options.wrongCredentials });
    const error = await publishFailureOf(call);
    expect(secretsOf().filter((secret) => saidBy(error).includes(secret))).toEqual([]);
    // What is shown to clients holds no address, no stack and nothing of this machine either.
    expect(error.message).not.toMatch(/https?:|127\.0\.0\.1|\n\s+at /);
  });
}

/** Everything that a log would show of an error, causes included. */
function saidBy(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error ?? '');
  const own = Object.entries(error).filter(([name]) => name !== 'cause');
  return [
    error.message,
    error.stack ?? '',
    JSON.stringify(own),
    error.cause === undefined ? '' : saidBy(error.cause),
  ].join('\n');
}
