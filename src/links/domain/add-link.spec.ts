import type { CatalogueSource, DetectedPage } from '@src/sources';
import { decideEach, decideLinks, type Candidate, type LinkedPage } from './add-link';

const aSource = (id: number, slug: string): CatalogueSource => ({
  id,
  slug,
  displayName: slug.toUpperCase(),
  baseUrl: `https://${slug}.example`,
  ratingScale: 5,
  hasReply: true,
  hasImages: true,
  canPublishReply: false,
  replyMaxLength: null,
  replyLengthUnit: null,
  contentLimit: null,
  connecting: null,
  roads: [],
  isActive: true,
  createdAt: new Date(0),
});

const ALPHA = aSource(1, 'alpha');
const BETA = aSource(2, 'beta');

/** An address, written as `alpha/1`. The detection refuses `nowhere` and `alpha/?`. */
function candidate(word: string): Candidate {
  return { url: `https://${word}`, page: detect(word) };
}

function detect(word: string): DetectedPage {
  const [slug, page] = word.split('/');
  const source = [ALPHA, BETA].find((known) => known.slug === slug);
  if (!source) return { error: 'source_not_detected', reason: 'unknown address' };
  if (page === '?') return { error: 'source_url_invalid', reason: 'not a page' };
  return { source, isShort: false, canonicalUrl: `https://${slug}.example/${(page ?? '').toLowerCase()}` };
}

function linkedPage(word: string): LinkedPage {
  const page = detect(word);
  if ('error' in page) throw new Error(word);
  return { sourceId: page.source.id, url: page.canonicalUrl };
}

type Row = readonly [linked: string, requested: string, decisions: string, allowed?: readonly string[]];

describe('contract §7.2, §4.6: per-link refusals, in request order', () => {
  const table: readonly Row[] = [
    // no link yet
    ['', 'alpha/1', 'ok'],
    ['', 'nowhere', 'source_not_detected'],
    ['', 'alpha/?', 'source_url_invalid'],
    ['', 'alpha/1 beta/1', 'ok ok'],
    // the same page repeated in one request, in the same or another spelling
    ['', 'alpha/1 alpha/1', 'ok link_already_added'],
    ['', 'alpha/a alpha/A', 'ok link_already_added'],
    ['', 'alpha/1 beta/1 alpha/1', 'ok ok link_already_added'],
    ['', 'alpha/1 alpha/1 alpha/1', 'ok link_already_added link_already_added'],
    // two pages of one platform in one request: the first wins
    ['', 'alpha/1 alpha/2', 'ok source_already_linked'],
    ['', 'alpha/1 alpha/2 alpha/1', 'ok source_already_linked link_already_added'],
    ['', 'alpha/1 alpha/2 alpha/2', 'ok source_already_linked link_already_added'],
    ['', 'alpha/1 alpha/2 alpha/3', 'ok source_already_linked source_already_linked'],
    // the object has links already
    ['alpha/1', 'alpha/1', 'link_already_added'],
    ['alpha/a', 'alpha/A', 'link_already_added'],
    ['alpha/1', 'alpha/2', 'source_already_linked'],
    ['alpha/1', 'alpha/2 alpha/1', 'source_already_linked link_already_added'],
    ['alpha/1', 'beta/1', 'ok'],
    ['alpha/1', 'beta/1 beta/2 alpha/1', 'ok source_already_linked link_already_added'],
    [
      'alpha/1 beta/1',
      'alpha/1 beta/2 nowhere alpha/?',
      'link_already_added source_already_linked source_not_detected source_url_invalid',
    ],
    // a refused address does not count
    ['', 'alpha/? alpha/1', 'source_url_invalid ok'],
    ['', 'nowhere alpha/1', 'source_not_detected ok'],
    // addresses that the detection refused may repeat: without a page there is no duplicate
    ['', 'nowhere nowhere', 'source_not_detected source_not_detected'],
    ['', 'alpha/? alpha/?', 'source_url_invalid source_url_invalid'],
    // the plan
    ['', 'alpha/1 beta/1', 'ok source_requires_upgrade', ['alpha']],
    ['', 'beta/1 beta/1', 'source_requires_upgrade source_requires_upgrade', ['alpha']],
    ['', 'alpha/1', 'source_requires_upgrade', []],
    ['beta/1', 'beta/1', 'source_requires_upgrade', ['alpha']],
    ['beta/1', 'beta/2', 'source_requires_upgrade', ['alpha']],
    ['', 'nowhere beta/?', 'source_not_detected source_url_invalid', ['alpha']],
    ['', 'alpha/1 beta/1', 'ok ok', ['alpha', 'beta']],
    ['', '', ''],
  ];

  const cases = table.map(
    ([linked, requested, expected, allowed]) => [linked, requested, expected, allowed ?? null] as const,
  );

  it.each(cases)('decides for linked pages [%s] and requested [%s]: %s', (linked, requested, expected, allowed) => {
    const words = (text: string): string[] => (text === '' ? [] : text.split(' '));
    const decisions = decideLinks(words(requested).map(candidate), words(linked).map(linkedPage), allowed);
    expect(decisions.map((decision) => ('add' in decision ? 'ok' : decision.refusal.code)).join(' ')).toBe(expected);
    expect(decisions.map((decision) => decision.url)).toEqual(words(requested).map((word) => `https://${word}`));
  });

  it('stores the canonical address of an accepted page', () => {
    expect(decideLinks([candidate('alpha/PAGE')], [], null)).toEqual([
      { url: 'https://alpha/PAGE', sourceSlug: 'alpha', add: { sourceId: 1, url: 'https://alpha.example/page' } },
    ]);
  });

  it('returns the detected platform and a reason with a refusal', () => {
    const [repeated, unknown] = decideLinks(
      [candidate('alpha/1'), candidate('nowhere')],
      [linkedPage('alpha/1')],
      null,
    );
    expect(repeated).toMatchObject({
      sourceSlug: 'alpha',
      refusal: { reason: expect.stringContaining('ALPHA') as string },
    });
    expect(unknown).toMatchObject({ sourceSlug: null, refusal: { reason: 'unknown address' } });
  });

  it('treats the same address at two sources as two pages', () => {
    const linked = [{ sourceId: BETA.id, url: 'https://alpha.example/1' }];
    expect(decideLinks([candidate('alpha/1')], linked, null)).toEqual([
      expect.objectContaining({ add: expect.anything() as unknown }),
    ]);
  });

  it('decides each address by itself for a detection, also against the pages that are linked', () => {
    const codes = (requested: string, linked: string): string[] =>
      decideEach(requested.split(' ').map(candidate), linked === '' ? [] : linked.split(' ').map(linkedPage), null).map(
        (decision) => ('refusal' in decision ? decision.refusal.code : 'linked'),
      );
    expect(codes('alpha/1 alpha/2 alpha/1', '')).toEqual(['linked', 'linked', 'linked']);
    expect(codes('alpha/1 alpha/2 beta/1', 'alpha/1')).toEqual([
      'link_already_added',
      'source_already_linked',
      'linked',
    ]);
  });
});
