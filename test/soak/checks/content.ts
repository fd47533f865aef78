/** Compares stored reviews with the platforms' state. Pure. */
import {
  historyOf,
  hundredthsOf,
  SHOWS_EDITS_FIRST,
  textOf,
  type PageTruth,
  type ReviewTruth,
} from '../platform-model';
import type { ReviewRecord } from '../records';

export interface Finding {
  readonly check: string;
  readonly subject: string;
  readonly detail: string;
  readonly history: readonly string[];
}

/**
 * The extent of a comparison. `incremental`: after incremental passes, only what the platform's order moves to the front. `full`:
 * after full passes, everything.
 */
export type Depth = 'incremental' | 'full';

/** Compares the reviews of one link with its page. */
export function compareLink(
  linkId: number,
  page: PageTruth,
  records: readonly ReviewRecord[],
  depth: Depth,
): readonly Finding[] {
  const byId = new Map(records.map((record) => [record.external_id, record]));
  const duplicates = records.filter((record) => byId.get(record.external_id) !== record);
  return [
    ...duplicates.map(({ id, external_id: external }) => ({
      check: 'duplicate',
      subject: `review ${id}`,
      detail: `link ${linkId} has ${external} twice`,
      history: [],
    })),
    ...records
      .filter((record) => !page.reviews.has(record.external_id))
      .map((record) => inventedReview(linkId, page, record)),
    ...[...page.reviews.values()].flatMap((review) => compareReview(linkId, review, byId.get(review.id), depth)),
  ];
}

function compareReview(
  linkId: number,
  review: ReviewTruth,
  record: ReviewRecord | undefined,
  depth: Depth,
): readonly Finding[] {
  const newFinding = (check: string, detail: string): Finding => ({
    check,
    subject: `review ${record?.id ?? review.id} of link ${linkId}`,
    detail,
    history: historyOf(review),
  });
  if (!review.isVisible) {
    const isWrong = depth === 'full' && record !== undefined && !record.is_deleted;
    return isWrong ? [newFinding('not deleted', 'the platform no longer shows it')] : [];
  }
  if (record === undefined) return [newFinding('missing', 'the platform shows it and hrev does not have it')];
  if (record.is_deleted) return depth === 'full' ? [newFinding('deleted', 'the platform shows it')] : [];
  const findings: Finding[] = [];
  if (depth === 'full' || SHOWS_EDITS_FIRST[review.page.slug]) {
    if (record.text !== textOf(review))
      findings.push(
        newFinding('text', `the platform shows ${JSON.stringify(textOf(review))}, hrev ${JSON.stringify(record.text)}`),
      );
    if (record.rating !== hundredthsOf(review))
      findings.push(newFinding('rating', `the platform shows ${hundredthsOf(review)}, hrev ${record.rating}`));
  }
  if ((depth === 'full' || review.isAnsweredByService) && record.reply_text !== review.reply)
    findings.push(
      newFinding(
        'reply',
        `the platform shows ${JSON.stringify(review.reply)}, hrev ${JSON.stringify(record.reply_text)}`,
      ),
    );
  return findings;
}

const inventedReview = (linkId: number, page: PageTruth, record: ReviewRecord): Finding => ({
  check: 'invented',
  subject: `review ${record.id} of link ${linkId}`,
  detail: `${page.name} never had ${record.external_id}`,
  history: [],
});
