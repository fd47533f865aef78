/** Builds the facts of a platform, so that each one states what differs from the usual platform. */
import type { SourceFacts } from './source';
import type { Stated } from './stated';

/** A platform whose reviews have ids, and neither replies nor images. */
const USUAL = { hasReply: false, hasImages: false, idStability: 'strong' } satisfies Partial<SourceFacts>;

type ReplyFacts = Pick<SourceFacts, 'canPublishReply' | 'replyMaxLength' | 'replyLengthUnit'>;

/** The facts that a platform states; those of `USUAL` may be left out. */
export interface StatedFacts extends Stated<Omit<SourceFacts, keyof ReplyFacts>, typeof USUAL> {
  /** How long a published reply may be. Absent: replies cannot be published. */
  readonly replyLimit?: { readonly characters: number } | { readonly bytes: number };
}

export function facts({ replyLimit, ...stated }: StatedFacts): SourceFacts {
  return { ...USUAL, ...stated, ...replyFacts(replyLimit) };
}

function replyFacts(limit: StatedFacts['replyLimit']): ReplyFacts {
  if (limit === undefined) return { canPublishReply: false, replyMaxLength: null, replyLengthUnit: null };
  return 'bytes' in limit
    ? { canPublishReply: true, replyMaxLength: limit.bytes, replyLengthUnit: 'bytes' }
    : { canPublishReply: true, replyMaxLength: limit.characters, replyLengthUnit: 'characters' };
}
