/** Calls without failures, and the replies that the platform stores (contract §4.5). */
import { CardNotYours, AccessRevoked, PlatformRefused } from '../publish-errors';
import { hostOwnedBy } from '../url-tools';
import { publishFailureOf, TEXT, type PublisherFixture } from './publisher-fixture';

export function describePublishing(fixture: PublisherFixture): void {
  describe('connecting (contract §4.5)', () => testConnecting(fixture));
  describe('publishing (contract §4.5)', () => testPublishing(fixture));
  describe('replacing and deleting (contract §4.5)', () => {
    testReplacing(fixture);
    testRemoving(fixture);
  });
}

function testConnecting(fixture: PublisherFixture): void {
  const check = (url: string, change = {}): Promise<unknown> => fixture.connecting.check(url, fixture.tools(change));

  it('finds the card of the page and its name', async () => {
    fixture.reset();
    const { card, canonicalUrl } = fixture.options;
    expect(await check(canonicalUrl)).toEqual({ card, name: expect.anything() });
    expect(fixture.replies.publications).toEqual([]);
  });

  it('throws AccessRevoked for wrong secrets and CardNotYours for a foreign card', async () => {
    fixture.reset();
    const { canonicalUrl, foreignUrl, wrongCredentials } = fixture.options;
    expect(await publishFailureOf(check(canonicalUrl, { credentials: wrongCredentials }))).toBeInstanceOf(
      AccessRevoked,
    );
    expect(await publishFailureOf(check(foreignUrl))).toBeInstanceOf(CardNotYours);
    fixture.replies.access = 'foreign';
    expect(await publishFailureOf(check(canonicalUrl))).toBeInstanceOf(CardNotYours);
  });
}

function testPublishing(fixture: PublisherFixture): void {
  const { publisher } = fixture;

  it('publishes the text once and unchanged', async () => {
    const review = fixture.reset();
    expect(await fixture.readBack(review)).toEqual({ kind: publisher.moderated ? 'unknown' : 'none' });
    expect(await fixture.publish(review)).toMatchObject({ kind: publisher.moderated ? 'accepted' : 'published' });
    expect(fixture.replies.published(review.id, TEXT)).toBe(1);
    if (publisher.moderated) fixture.replies.approve(review.id);
    expect(await fixture.readBack(review)).toMatchObject({ kind: 'found', text: TEXT, state: 'published' });
    const hosts = fixture.sandbox.requests.map(({ url }) => new URL(url).hostname);
    expect(hosts.filter((host) => !hostOwnedBy(host, fixture.connecting.hosts))).toEqual([]);
  });

  it('publishes a text of the maximum length completely', async () => {
    const review = fixture.reset();
    const { replyMaxLength } = fixture.source.facts;
    const longest = `${'a'.repeat((replyMaxLength ?? 100) - 1)}z`;
    await fixture.publish(review, longest);
    expect(fixture.replies.published(review.id, longest)).toBe(1);
  });

  it('keeps one reply if the same text is published again', async () => {
    const review = fixture.reset();
    await fixture.publish(review);
    if (publisher.moderated) fixture.replies.approve(review.id);
    if (publisher.canReplace) await fixture.publish(review);
    else expect(await publishFailureOf(fixture.publish(review))).toBeInstanceOf(PlatformRefused);
    expect(fixture.replies.published(review.id)).toBe(publisher.canReplace ? 2 : 1);
    expect(await fixture.readBack(review)).toMatchObject({ kind: 'found', text: TEXT });
  });

  const itIfModerated = fixture.options.moderates ? it : undefined;
  itIfModerated?.('reports a moderated reply as accepted, then as published or rejected', async () => {
    const [first, second] = [fixture.reset(), fixture.addReview('Also lovely.')];
    fixture.replies.behave('moderate');
    for (const review of [first, second]) expect(await fixture.publish(review)).toEqual({ kind: 'accepted' });
    const pending = await fixture.readBack(first);
    expect(pending).toMatchObject(
      publisher.moderated ? { kind: 'unknown' } : { kind: 'found', state: 'pending', text: TEXT },
    );
    fixture.replies.approve(first.id);
    expect(await fixture.readBack(first)).toMatchObject({ kind: 'found', state: 'published', text: TEXT });
    fixture.replies.reject(second.id);
    const refused = await fixture.readBack(second);
    expect(refused).toMatchObject(publisher.moderated ? { kind: 'unknown' } : { kind: 'found', state: 'rejected' });
  });
}

function testReplacing(fixture: PublisherFixture): void {
  const { publisher } = fixture;

  it(
    publisher.canReplace ? 'replaces the first text by another' : 'refuses another text and keeps the first',
    async () => {
      const review = fixture.reset();
      await fixture.publish(review);
      if (publisher.moderated) fixture.replies.approve(review.id);
      if (publisher.canReplace) await fixture.publish(review, 'Another text.');
      else expect(await publishFailureOf(fixture.publish(review, 'Another text.'))).toBeInstanceOf(PlatformRefused);
      expect(await fixture.readBack(review)).toMatchObject({
        kind: 'found',
        text: publisher.canReplace ? 'Another text.' : TEXT,
      });
    },
  );
}

function testRemoving(fixture: PublisherFixture): void {
  const { publisher } = fixture;
  const remove = (review: { id: string }): Promise<void> => {
    const stored = fixture.sandbox
      .listing(fixture.slug, fixture.options.key)
      .reviews.find(({ id }) => id === review.id);
    if (stored === undefined) throw new Error('the sandbox lost the review');
    return publisher.remove(fixture.addressOf(stored), fixture.tools());
  };

  it(
    publisher.canDelete ? 'deletes a reply; deleting it again succeeds' : 'refuses to delete without a request',
    async () => {
      const review = fixture.reset();
      await fixture.publish(review);
      if (publisher.moderated) fixture.replies.approve(review.id);
      if (!publisher.canDelete) {
        const requestCount = fixture.sandbox.requests.length;
        expect(await publishFailureOf(remove(review))).toBeInstanceOf(PlatformRefused);
        expect(fixture.sandbox.requests).toHaveLength(requestCount);
        return;
      }
      await remove(review);
      expect(await fixture.readBack(review)).toEqual({ kind: 'none' });
      await remove(review);
      await fixture.publish(review, 'And once more.');
      expect(await fixture.readBack(review)).toMatchObject({ kind: 'found', text: 'And once more.' });
    },
  );
}
