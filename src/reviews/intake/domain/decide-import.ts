/** What an import does with a review of its file (contract §4.22). */
import { mergeContent, type ReviewContent } from './review-content';

/** A review of a file. */
export interface LineReview {
  readonly externalId: string;
  readonly content: ReviewContent;
  /** Its id is one of the platform. */
  readonly isNamed: boolean;
}

/** The stored review that it is. */
export interface StoredForLine {
  readonly id: number;
  readonly externalId: string;
  readonly content: ReviewContent;
  readonly isNamed: boolean;
  /** Only imports have brought it. */
  readonly isImported: boolean;
  /** Of an imported one: its import was removed. */
  readonly isDeleted: boolean;
  /** An earlier line of the file rewrites it. */
  readonly isTaken: boolean;
}

export type LineDecision<Stored extends StoredForLine> =
  | { readonly kind: 'create' }
  | { readonly kind: 'present'; readonly stored: Stored }
  | {
      readonly kind: 'rewrite';
      readonly stored: Stored;
      readonly content: ReviewContent;
      readonly externalId: string;
      /** It was removed with its import, and this one brings it again. */
      readonly isRestored: boolean;
    };

/**
 * Creates what is not stored. What a collection found stays as it is, and so does what has an id of the platform if the file has none. What
 * only imports have brought becomes what the file says, as if it was collected again; the file tells nothing about a reply that it lacks.
 */
export function decideLine<Stored extends StoredForLine>(
  line: LineReview,
  stored: Stored | null,
): LineDecision<Stored> {
  if (stored === null) return { kind: 'create' };
  if (!stored.isImported || stored.isTaken) return { kind: 'present', stored };
  if (stored.isDeleted)
    return { kind: 'rewrite', stored, content: line.content, externalId: stored.externalId, isRestored: true };
  if (stored.isNamed && !line.isNamed) return { kind: 'present', stored };
  const content = mergeContent(stored.content, line.content, { replyKnown: line.content.replyText !== null });
  // Two ids of the platform are of two interfaces: the first one stays.
  const externalId = stored.isNamed ? stored.externalId : line.externalId;
  return { kind: 'rewrite', stored, content, externalId, isRestored: false };
}
