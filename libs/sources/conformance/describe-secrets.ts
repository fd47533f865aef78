/** Tokens and secrets: concurrent calls refresh a token once, and no secret is in an error. */
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

  it('concurrent calls refresh the token once and save it', async () => {
    const review = fixture.reset();
    await Promise.all(Array.from({ length: CONCURRENT_CALLS }, () => fixture.readBack(review)));
    expect([fixture.replies.tokensIssued, fixture.saves]).toEqual([1, 1]);
    expect(fixture.saved['access_token']).toEqual(expect.any(String));
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

  it('requests a new token if both the cached and the stored one are rejected', async () => {
    const review = fixture.reset();
    await fixture.readBack(review);
    fixture.saved['access_token'] = 'renewed-by-another-process-long-ago';
    fixture.replies.expireTokens();
    await fixture.publish(review);
    expect([fixture.replies.tokensIssued, fixture.replies.published(review.id, TEXT)]).toEqual([2, 1]);
  });

  it('does not repeat a call with a new token after the caller lost its lease (ADR 17)', async () => {
    const review = fixture.reset();
    await fixture.readBack(review);
    fixture.saved = {};
    let writes = 0;
    const beforeWrite = (): void => {
      writes += 1;
      if (writes > 1) throw new Error('the lease has expired');
      fixture.replies.expireTokens();
    };
    expect(await publishFailureOf(fixture.publish(review, TEXT, { beforeWrite }))).toBeInstanceOf(TooLate);
    expect([writes, fixture.replies.tokensIssued, fixture.replies.publications]).toEqual([2, 2, []]);
  });

  it('an aborted caller does not abort the others', async () => {
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
    const names = fixture.publisher.credentialFields.filter(({ secret }) => secret).map(({ name }) => name);
    const { credentials, wrongCredentials } = fixture.options;
    const given = names.flatMap((name) => [credentials[name], wrongCredentials[name]]);
    return [...given, fixture.saved['access_token'], TEXT].filter(
      (secret) => secret !== undefined && secret !== '',
    ) as string[];
  };

  it.each(FAILING)('the error of %s contains no secret and no text', async (behaviour) => {
    const review = fixture.reset();
    await fixture.readBack(review);
    fixture.replies.behave(behaviour);
    const error = await publishFailureOf(fixture.publish(review));
    expect(secretsOf().filter((secret) => textOfError(error).includes(secret))).toEqual([]);
  });

  it('the error of rejected credentials contains no secret', async () => {
    const review = fixture.reset();
    const call = fixture.publish(review, TEXT, { credentials: fixture.options.wrongCredentials });
    const error = await publishFailureOf(call);
    expect(secretsOf().filter((secret) => textOfError(error).includes(secret))).toEqual([]);
    // The message is shown to clients: no URL, no stack, no local address.
    expect(error.message).not.toMatch(/https?:|127\.0\.0\.1|\n\s+at /);
  });
}

/** All text of an error that a log would contain, causes included. */
function textOfError(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error ?? '');
  const own = Object.entries(error).filter(([name]) => name !== 'cause');
  return [
    error.message,
    error.stack ?? '',
    JSON.stringify(own),
    error.cause === undefined ? '' : textOfError(error.cause),
  ].join('\n');
}
