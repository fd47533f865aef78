import { PlatformModel, type PageTruth, type Slug } from '../platform-model';
import type { ReviewRecord } from '../records';
import { compareLink, type Depth } from './content';

const LINK = 7;

/** A page with one review, `Good` with four stars, and the matching record. */
function fixture(slug: Slug = 'google'): { model: PlatformModel; page: PageTruth; record: ReviewRecord } {
  const model = new PlatformModel();
  const page = model.addPage(slug, '1');
  model.publish(page, 'a', { text: 'Good', rating: 4 }, 0);
  const rating = slug === 'steam' ? null : 400;
  const record = { id: 1, object_id: 1, link_id: LINK, external_id: 'a', text: 'Good', rating, reply_text: null };
  return { model, page, record: { ...record, is_deleted: false, is_hidden: false, first_seen_ms: 0 } };
}

const checksOf = (page: PageTruth, records: readonly ReviewRecord[], depth: Depth): readonly string[] =>
  compareLink(LINK, page, records, depth).map(({ check }) => check);

describe('compareLink', () => {
  it.each<Slug>(['google', 'steam', 'app-store', '2gis'])('%s: finds nothing in a correct record', (slug) => {
    const { page, record } = fixture(slug);
    expect(checksOf(page, [record], 'incremental')).toEqual([]);
    expect(checksOf(page, [record], 'full')).toEqual([]);
  });

  it.each<[string, Partial<ReviewRecord>, readonly string[]]>([
    ['an old text', { text: 'Fair' }, ['text']],
    ['an old rating', { rating: 300 }, ['rating']],
    ['a reply that was not written', { reply_text: 'Thanks' }, ['reply']],
    ['a deletion that did not happen', { is_deleted: true }, ['deleted']],
    ['another review', { external_id: 'b' }, ['invented', 'missing']],
  ])('finds %s', (_, change, found) => {
    const { page, record } = fixture();
    expect(checksOf(page, [{ ...record, ...change }], 'full')).toEqual(found);
  });

  it('finds missing and duplicate reviews, and reviews that are not marked as deleted', () => {
    const { model, page, record } = fixture();
    expect(checksOf(page, [], 'incremental')).toEqual(['missing']);
    expect(checksOf(page, [record, { ...record, id: 2 }], 'incremental')).toEqual(['duplicate']);
    for (const review of page.reviews.values()) model.remove(review, 1);
    expect(checksOf(page, [record], 'full')).toEqual(['not deleted']);
    expect(checksOf(page, [{ ...record, is_deleted: true }], 'full')).toEqual([]);
    expect(checksOf(page, [], 'full')).toEqual([]);
  });

  it('requires an edit after incremental passes only if the platform moves it to the front', () => {
    for (const [slug, found] of [
      ['google', ['text']],
      ['steam', ['text']],
      ['2gis', []],
      ['app-store', []],
    ] as const) {
      const { model, page, record } = fixture(slug);
      for (const review of page.reviews.values()) model.edit(review, { text: 'Better', rating: review.rating }, 1);
      expect([slug, checksOf(page, [record], 'incremental')]).toEqual([slug, found]);
      expect([slug, checksOf(page, [record], 'full')]).toEqual([slug, ['text']]);
    }
  });

  it('requires a reply of the owner after full passes, and a reply of the service at once', () => {
    const { model, page, record } = fixture();
    const [review] = page.reviews.values();
    if (!review) throw new Error('no review');
    model.answer(review, 'Thanks', 'hand', 1);
    expect(checksOf(page, [record], 'incremental')).toEqual([]);
    expect(checksOf(page, [record], 'full')).toEqual(['reply']);
    review.isAnsweredByService = true;
    expect(checksOf(page, [record], 'incremental')).toEqual(['reply']);
  });
});
