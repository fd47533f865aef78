/** Builds the facts and the roads of a platform, so that each one states what differs from the usual platform. */
import type { OwnerRoad, PublicRoad, RoadFacts, SourceFacts } from './source';
import type { Stated } from './stated';

/** A platform whose reviews have ids, and neither replies nor images, and for whose content no period is known. */
const USUAL = {
  hasReply: false,
  hasImages: false,
  idStability: 'strong',
  contentLimit: null,
} satisfies Partial<SourceFacts>;

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

/** A road that reads every review by plain HTTP. */
const USUAL_ROAD = { reading: 'http', shows: 'all', limit: null } satisfies Partial<RoadFacts>;
const USUAL_PUBLIC = { ...USUAL_ROAD, name: 'public' } satisfies Partial<PublicRoad>;
/** A road that reads its own list only, whose ids are those of the other roads. */
const USUAL_OWNER = { ...USUAL_ROAD, readsPublicList: false, hasOwnIds: false } satisfies Partial<OwnerRoad>;

/** The public road of a platform; facts of `USUAL_PUBLIC` may be left out. */
export const publicRoad = (road: Stated<PublicRoad, typeof USUAL_PUBLIC>): PublicRoad => ({ ...USUAL_PUBLIC, ...road });

/** A road of a platform through a connection; facts of `USUAL_OWNER` may be left out. */
export const ownerRoad = (road: Stated<OwnerRoad, typeof USUAL_OWNER>): OwnerRoad => ({ ...USUAL_OWNER, ...road });
