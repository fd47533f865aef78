/** What a publisher does when all is well, and what the platform holds afterwards (contract §4.5). */
import { CardNotYours, AccessRevoked, PlatformRefused } from '../publish-errors';
import { hostOwnedBy } from '../url-tools';
import { publishFailureOf, TEXT, type PublisherBench } from './publisher-bench';

export function describePublishing(bench: PublisherBench): void {
  describe('connecting (contract §4.5)', () => askConnecting(bench));
  describe('publishing (§4.5)', () => askPublishing(bench));
  describe('replacing and deleting (§4.5)', () => {
    askReplacing(bench);
    askRemoving(bench);
  });
}

function askConnecting(bench: PublisherBench): void {
  const check = (url: string, change = {}): Promise<unknown> => bench.publisher.check(url, bench.tools(change));

  it('finds the card of the page and its name', async () => {
    bench.reset();
    const { card, canonicalUrl } = bench.options;
    expect(await check(canonicalUrl)).toEqual({ card, name: expect.anything() });
    expect(bench.replies.publications).toEqual([]);
  });

  it('wrong secrets are AccessRevoked, a foreign card is CardNotYours', async () => {
    bench.reset();
    const { canonicalUrl, foreignUrl, wrongCredentials } = bench.options;
    expect(await publishFailureOf(check(canonicalUrl, { credentials: wrongCredentials }))).toBeInstanceOf(
      AccessRevoked,
    );
    expect(await publishFailureOf(check(foreignUrl))).toBeInstanceOf(CardNotYours);
    bench.replies.access = 'foreign';
    expect(await publishFailureOf(check(canonicalUrl))).toBeInstanceOf(CardNotYours);
  });
}

function askPublishing(bench: PublisherBench): void {
  const { publisher } = bench;

  it('the text stands on the platform, once, as it was given', async () => {
    const review = bench.reset();
    expect(await bench.readBack(review)).toEqual({ kind: publisher.moderated ? 'unknown' : 'none' });
    expect(await bench.publish(review)).toMatchObject({ kind: publisher.moderated ? 'accepted' : 'published' });
    expect(bench.replies.published(review.id, TEXT)).toBe(1);
    if (publisher.moderated) bench.replies.approve(review.id);
    expect(await bench.readBack(review)).toMatchObject({ kind: 'held', text: TEXT, state: 'published' });
    const hosts = bench.sandbox.requests.map(({ url }) => new URL(url).hostname);
    expect(hosts.filter((host) => !hostOwnedBy(host, publisher.hosts))).toEqual([]);
  });

  it('the longest text that is allowed arrives whole', async () => {
    const review = bench.reset();
    const { replyMaxLength } = bench.source.facts;
    const longest = `${'a'.repeat((replyMaxLength ?? 100) - 1)}z`;
    await bench.publish(review, longest);
    expect(bench.replies.published(review.id, longest)).toBe(1);
  });

  it('the same text again leaves one reply', async () => {
    const review = bench.reset();
    await bench.publish(review);
    if (publisher.moderated) bench.replies.approve(review.id);
    if (publisher.canReplace) await bench.publish(review);
    else expect(await publishFailureOf(bench.publish(review))).toBeInstanceOf(PlatformRefused);
    expect(bench.replies.published(review.id)).toBe(publisher.canReplace ? 2 : 1);
    expect(await bench.readBack(review)).toMatchObject({ kind: 'held', text: TEXT });
  });

  const ask = bench.options.moderates ? it : undefined;
  ask?.('a reply that waits for the platform is accepted, then shown or refused', async () => {
    const [first, second] = [bench.reset(), bench.review('Also lovely.')];
    bench.replies.behave('moderate');
    for (const review of [first, second]) expect(await bench.publish(review)).toEqual({ kind: 'accepted' });
    const waiting = await bench.readBack(first);
    expect(waiting).toMatchObject(
      publisher.moderated ? { kind: 'unknown' } : { kind: 'held', state: 'pending', text: TEXT },
    );
    bench.replies.approve(first.id);
    expect(await bench.readBack(first)).toMatchObject({ kind: 'held', state: 'published', text: TEXT });
    bench.replies.reject(second.id);
    const refused = await bench.readBack(second);
    expect(refused).toMatchObject(publisher.moderated ? { kind: 'unknown' } : { kind: 'held', state: 'rejected' });
  });
}

function askReplacing(bench: PublisherBench): void {
  const { publisher } = bench;

  it(
    publisher.canReplace ? 'another text takes the place of the first' : 'another text is refused, the first stays',
    async () => {
      const review = bench.reset();
      await bench.publish(review);
      if (publisher.moderated) bench.replies.approve(review.id);
      if (publisher.canReplace) await bench.publish(review, 'Another text.');
      else expect(await publishFailureOf(bench.publish(review, 'Another text.'))).toBeInstanceOf(PlatformRefused);
      expect(await bench.readBack(review)).toMatchObject({
        kind: 'held',
        text: publisher.canReplace ? 'Another text.' : TEXT,
      });
    },
  );
}

function askRemoving(bench: PublisherBench): void {
  const { publisher } = bench;
  const remove = (review: { id: string }): Promise<void> => {
    const stored = bench.sandbox.listing(bench.slug, bench.options.key).reviews.find(({ id }) => id === review.id);
    if (stored === undefined) throw new Error('the sandbox lost the review');
    return publisher.remove(bench.addressOf(stored), bench.tools());
  };

  it(
    publisher.canDelete ? 'a deleted reply is gone, and deleting it again is no error' : 'deleting is refused unasked',
    async () => {
      const review = bench.reset();
      await bench.publish(review);
      if (publisher.moderated) bench.replies.approve(review.id);
      if (!publisher.canDelete) {
        const asked = bench.sandbox.requests.length;
        expect(await publishFailureOf(remove(review))).toBeInstanceOf(PlatformRefused);
        expect(bench.sandbox.requests).toHaveLength(asked);
        return;
      }
      await remove(review);
      expect(await bench.readBack(review)).toEqual({ kind: 'none' });
      await remove(review);
      await bench.publish(review, 'And once more.');
      expect(await bench.readBack(review)).toMatchObject({ kind: 'held', text: 'And once more.' });
    },
  );
}
