import { alteredVisit, type AlteredVisit } from '../../conformance/altered-visit';
import { jsonResponse } from '../../sandbox';
import { mangroveSandbox } from '../../sandbox/mangrove';
import { Blocked, Gone } from '../../source-errors';
import { mangrove } from './index';

const KEY = 'https://lantern-inn.example';
const visitWith = (options: Pick<AlteredVisit, 'count' | 'override' | 'prepare'>, key = KEY) =>
  alteredVisit({
    ...{ source: mangrove, platform: mangroveSandbox, key },
    canonicalUrl: `https://mangrove.reviews/list?sub=${encodeURIComponent(key)}`,
    ...options,
  });
const isSubject = ({ url }: { url: URL }): boolean => url.pathname.startsWith('/subject/');
const isReply = ({ url }: { url: URL }): boolean => url.searchParams.get('sub')?.startsWith('urn:maresi:') === true;
const failure = { status: 503, body: '' };

describe('a visit to Mangrove (contract §10)', () => {
  it('requests the list, the counters, and the replies of the reviews that have reviews', async () => {
    const { visit, urls } = await visitWith({ count: 4 });
    expect(visit).toMatchObject({
      end: { coverage: 'all' },
      pages: 1,
      object: { name: 'lantern-inn.example', reviewCount: 4, rating: 1.9, ratingOriginal: '38' },
    });
    expect(visit.reviews.filter(({ replyText }) => replyText !== null)).toHaveLength(2);
    const [list, subject, ...replies] = urls;
    expect(Object.fromEntries(list?.searchParams ?? [])).toEqual({ sub: KEY, maresi_subjects: 'true' });
    expect(subject?.pathname).toBe(`/subject/${encodeURIComponent(KEY)}`);
    expect(replies).toHaveLength(2);
  });

  it('keeps stored replies if the replies cannot be read', async () => {
    const { visit } = await visitWith({ count: 4, override: (request) => (isReply(request) ? failure : null) });
    expect(visit.error).toBeNull();
    expect(visit.reviews.map(({ replyKnown }) => replyKnown ?? true).sort()).toEqual([false, false, true, true]);
  });

  it('ignores the counter if the list has other places', async () => {
    const key = 'geo:1,2?q=Inn&u=30';
    const payload = (sub: string): object => ({ iat: 1_790_000_000, sub, rating: 50 });
    const list = jsonResponse({
      reviews: [
        { signature: 'a', payload: payload('geo:1,2.0001?q=Inn') },
        { signature: 'b', payload: payload('geo:1,2?q=Shop') },
      ],
    });
    const { visit } = await visitWith(
      { count: 2, override: ({ url }) => (url.pathname === '/reviews' ? list : null) },
      key,
    );
    expect(visit.reviews.map(({ externalId }) => externalId)).toEqual(['a']);
    expect(visit).toMatchObject({ error: null, object: { name: 'Inn', reviewCount: null } });
  });

  it('throws Gone for a subject that the server refuses', async () => {
    const override: AlteredVisit['override'] = () => ({ status: 400, body: 'Provided request has incorrect format.' });
    expect((await visitWith({ count: 1, override })).visit.error).toBeInstanceOf(Gone);
  });

  it('throws Blocked for an empty list without a counter if reviews are stored', async () => {
    const { visit } = await visitWith({
      count: 0,
      override: (request) => (isSubject(request) ? failure : null),
      prepare: (fixture) => (fixture.hasStoredReviews = true),
    });
    expect(visit.error).toBeInstanceOf(Blocked);
  });
});
