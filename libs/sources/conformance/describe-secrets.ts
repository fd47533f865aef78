/** Tokens and secrets: concurrent calls refresh a token once, and errors contain no secret. */
import { TooLate } from '../publish-errors';
import type { SandboxReplyBehaviour } from '../sandbox';
import { publishFailureOf, TEXT, type PublisherFixture } from './publisher-fixture';

const FAILING: readonly SandboxReplyBehaviour[] = [
  'reject',
  'throttled',
  'cut_after',
  'error',
  'error_after',
  'garbled',
  'down',
];

export function describeSecrets(fixture: PublisherFixture): void {
  if (fixture.options.usesTokens) describe('tokens (contract §4.5)', () => testTokens(fixture));
  describe('secrets', () => testNoLeaks(fixture));
}

function testTokens(fixture: PublisherFixture): void {
  const CONCURRENT_CALLS = 5;

  it('refreshes the token of concurrent calls once and saves it', async () => {
    const review = fixture.reset();
    await Promise.all(Array.from({ length: CONCURRENT_CALLS }, () => fixture.readBack(review)));
    expect([fixture.replies.tokensIssued, fixture.saveCount]).toEqual([1, 1]);
    expect(fixture.savedCredentials['access_token']).toEqual(expect.any(String));
    await fixture.readBack(review);
    expect(fixture.replies.tokensIssued).toBe(1);
  });

  it('refreshes a rejected token once and repeats the call once', async () => {
    const review = fixture.reset();
    await fixture.readBack(review);
    fixture.replies.expireTokens();
    const others = Array.from({ length: CONCURRENT_CALLS - 1 }, () => fixture.readBack(review));
    await Promise.all([fixture.publish(review), ...others]);
    expect(fixture.replies.tokensIssued).toBe(2);
    expect(fixture.replies.published(review.id, TEXT)).toBe(1);
  });

  it('requests a new token if both the cached and the stored token are rejected', async () => {
    const review = fixture.reset();
    await fixture.readBack(review);
    fixture.savedCredentials['access_token'] = 'renewed-by-another-process-long-ago';
    fixture.replies.expireTokens();
    await fixture.publish(review);
    expect([fixture.replies.tokensIssued, fixture.replies.published(review.id, TEXT)]).toEqual([2, 1]);
  });

  it('does not repeat a call with a new token after the lease of the caller expired (ADR 17)', async () => {
    const review = fixture.reset();
    await fixture.readBack(review);
    fixture.savedCredentials = {};
    let writes = 0;
    const beforeWrite = (): void => {
      writes += 1;
      if (writes > 1) throw new Error('the lease has expired');
      fixture.replies.expireTokens();
    };
    expect(await publishFailureOf(fixture.publish(review, TEXT, { beforeWrite }))).toBeInstanceOf(TooLate);
    expect([writes, fixture.replies.tokensIssued, fixture.replies.publications]).toEqual([2, 2, []]);
  });

  it('does not abort other callers if one caller is aborted', async () => {
    const review = fixture.reset();
    const stop = new AbortController();
    const stopped = fixture.publisher.readBack(fixture.addressOf(review), fixture.tools({ signal: stop.signal }));
    const other = fixture.readBack(review);
    stop.abort();
    await Promise.allSettled([stopped]);
    expect(await other).toMatchObject({ kind: fixture.publisher.moderated ? 'unknown' : 'none' });
  });
}

function testNoLeaks(fixture: PublisherFixture): void {
  const secretsOf = (): readonly string[] => {
    const names = fixture.connecting.credentialFields.filter(({ secret }) => secret).map(({ name }) => name);
    const { credentials, wrongCredentials } = fixture.options;
    const configured = names.flatMap((name) => [credentials[name], wrongCredentials[name]]);
    return [...configured, fixture.savedCredentials['access_token'], TEXT].filter(
      (secret) => secret !== undefined && secret !== '',
    ) as string[];
  };

  it.each(FAILING)('throws an error without secrets and texts for "%s"', async (behaviour) => {
    const review = fixture.reset();
    await fixture.readBack(review);
    fixture.replies.behave(behaviour);
    const error = await publishFailureOf(fixture.publish(review));
    expect(secretsOf().filter((secret) => textOfError(error).includes(secret))).toEqual([]);
  });

  it('throws an error without secrets for rejected credentials', async () => {
    const review = fixture.reset();
    const call = fixture.publish(review, TEXT, { credentials: fixture.options.wrongCredentials });
    const error = await publishFailureOf(call);
    expect(secretsOf().filter((secret) => textOfError(error).includes(secret))).toEqual([]);
    // The message is shown to clients: no URL, no stack, no local address.
    expect(error.message).not.toMatch(/https?:|127\.0\.0\.1|\n\s+at /);
  });
}

/** The text of an error and its causes, as a log contains it. */
function textOfError(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error ?? '');
  const fields = Object.entries(error).filter(([name]) => name !== 'cause');
  return [
    error.message,
    error.stack ?? '',
    JSON.stringify(fields),
    error.cause === undefined ? '' : textOfError(error.cause),
  ].join('\n');
}
