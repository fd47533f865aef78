/** Replies through the Google Play Developer API: requests, and responses that the sandbox does not return. */
import { PublisherFixture, publishFailureOf } from '../../conformance/publisher-fixture';
import { googlePlaySandbox } from '../../sandbox/google-play';
import type { SandboxPlatform, SandboxRequest, SandboxResponse } from '../../sandbox';
import { AccessRevoked, CardNotYours, OutcomeUnknown, PlatformRefused, TextRejected } from '../../publish-errors';
import { keyFile } from '../../conformance/google-key-file';
import { googlePlay } from './index';

const key = 'org.example.app';
let override: SandboxResponse | null = null;
const calls: SandboxRequest[] = [];
const isToken = ({ url }: SandboxRequest): boolean => url.hostname === 'oauth2.googleapis.com';
const platform: SandboxPlatform = {
  ...googlePlaySandbox,
  respond: (request, findListing, context) => {
    if (!isToken(request)) calls.push(request);
    return (isToken(request) ? null : override) ?? googlePlaySandbox.respond(request, findListing, context);
  },
};
const fixture = new PublisherFixture(googlePlay, platform, {
  key,
  canonicalUrl: `https://play.google.com/store/apps/details?id=${key}`,
  card: key,
  foreignUrl: 'https://play.google.com/store/apps/details?id=org.example.other',
  credentials: { service_account: keyFile('publishes') },
  wrongCredentials: { service_account: keyFile('wrong') },
  usesTokens: true,
  moderates: false,
});
const json = (value: unknown, status = 200): SandboxResponse => ({ status, body: JSON.stringify(value) });

beforeAll(() => fixture.sandbox.start());
afterAll(() => fixture.sandbox.stop());
beforeEach(() => {
  override = null;
  calls.length = 0;
});

describe('replies on Google Play (contract §4.5)', () => {
  it('publishes with one request and returns the time of the reply', async () => {
    const review = fixture.reset();
    override = json({ result: { replyText: 'Thanks', lastEdited: { seconds: '1780000000', nanos: 1 } } });
    expect(await fixture.publish(review, 'Thanks')).toEqual({ kind: 'published', at: '2026-05-28T20:26:40' });
    expect(calls.map(({ method, url, body }) => [method, url.pathname, JSON.parse(body) as unknown])).toEqual([
      ['POST', `/androidpublisher/v3/applications/${key}/reviews/${review.id}:reply`, { replyText: 'Thanks' }],
    ]);
  });

  it.each<[string, SandboxResponse, new (...details: never[]) => Error]>([
    ['the review is not found', json({ error: { status: 'NOT_FOUND' } }, 404), PlatformRefused],
    ['the text is refused', json({ error: { status: 'INVALID_ARGUMENT' } }, 400), TextRejected],
    ['the response has another form', json({ result: 'done' }), OutcomeUnknown],
  ])('throws the matching error if %s', async (_what, response, expected) => {
    const review = fixture.reset();
    override = response;
    expect(await publishFailureOf(fixture.publish(review))).toBeInstanceOf(expected);
    expect(calls).toHaveLength(1);
  });

  it('refuses a text of more than 350 characters at the platform', async () => {
    const review = fixture.reset();
    expect(await publishFailureOf(fixture.publish(review, 'a'.repeat(351)))).toBeInstanceOf(TextRejected);
  });

  it('returns an unknown state for a review that is not found', async () => {
    const review = fixture.reset();
    override = json({ error: { status: 'NOT_FOUND' } }, 404);
    expect(await fixture.readBack(review)).toEqual({ kind: 'unknown' });
    override = json({ reviewId: 5 });
    expect(await publishFailureOf(fixture.readBack(review))).toBeInstanceOf(PlatformRefused);
  });
});

describe('connecting to Google Play (contract §4.5)', () => {
  const check = (credentials = fixture.options.credentials): Promise<unknown> =>
    fixture.connecting.check(fixture.options.canonicalUrl, fixture.tools({ credentials }));

  it('asks for one review', async () => {
    fixture.reset();
    expect(await check()).toEqual({ card: key, name: key });
    // The first call may have a token that expired before the test.
    expect(new Set(calls.map(({ url }) => url.pathname + url.search))).toEqual(
      new Set([`/androidpublisher/v3/applications/${key}/reviews?maxResults=1`]),
    );
  });

  it('refuses a text that is no key file without a request', async () => {
    fixture.reset();
    expect(await publishFailureOf(check({ service_account: 'secret' }))).toBeInstanceOf(AccessRevoked);
    expect(fixture.sandbox.requests).toEqual([]);
  });

  it('names a project in which the interface is not enabled', async () => {
    fixture.reset();
    override = json({ error: { status: 'PERMISSION_DENIED', details: [{ reason: 'SERVICE_DISABLED' }] } }, 403);
    const failure = await publishFailureOf(check());
    expect(failure).toBeInstanceOf(CardNotYours);
    expect(failure.message).toContain('is not enabled in the project of the service account');
    override = json({ error: { status: 'NOT_FOUND' } }, 404);
    expect(await publishFailureOf(check())).toBeInstanceOf(CardNotYours);
    override = json([]);
    expect(await publishFailureOf(check())).toBeInstanceOf(PlatformRefused);
  });
});
