/** Names of schema.org, and of sites, that several parts of the parser use. */

/** Types of a review. */
export const REVIEW_TYPES: ReadonlySet<string> = new Set([
  'Review',
  'UserReview',
  'CriticReview',
  'EmployerReview',
  'Recommendation',
]);

/** Properties of an item with its reviews. */
export const REVIEW_PROPERTIES: readonly string[] = ['review', 'reviews', 'userReview', 'customerReview'];

/** Properties of a review with its author; synonyms, of which the first that has a value counts. */
export const AUTHOR_PROPERTIES: readonly string[] = ['author', 'creator', 'reviewer'];

/** Properties of a review with its rating. */
export const RATING_PROPERTIES: readonly string[] = ['reviewRating', 'rating'];

/** Properties with the text of a review; the first that has a text counts. */
export const TEXT_PROPERTIES: readonly string[] = ['reviewBody', 'description', 'text'];

/** Properties with the text of a reply; the first that has a text counts. */
export const REPLY_TEXT_PROPERTIES: readonly string[] = [
  'text',
  'commentText',
  'reviewBody',
  'articleBody',
  'description',
];

/** Properties with a title. */
export const TITLE_PROPERTIES: readonly string[] = ['headline', 'name'];

/** Properties with a text of a person, which may have translations. */
export const PROSE_PROPERTIES: ReadonlySet<string> = new Set([
  ...TEXT_PROPERTIES,
  ...REPLY_TEXT_PROPERTIES,
  ...TITLE_PROPERTIES,
]);

export const IMAGE_PROPERTIES: readonly string[] = ['image', 'photo', 'images', 'photos'];
export const VIDEO_PROPERTIES: readonly string[] = ['video', 'videos'];
export const POSITIVE_PROPERTIES: readonly string[] = ['positiveNotes', 'pros'];
export const NEGATIVE_PROPERTIES: readonly string[] = ['negativeNotes', 'cons'];

/** Properties that only the organization's replies have; sites invent them, because schema.org has none. */
export const REPLY_PROPERTIES: readonly string[] = [
  'publisherResponse',
  'ownerResponse',
  'merchantResponse',
  'sellerResponse',
  'businessResponse',
  'companyResponse',
  'ownerReply',
  'merchantReply',
  'companyReply',
  'businessReply',
];

/** Properties with comments of anyone. */
export const COMMENT_PROPERTIES: readonly string[] = ['comment', 'comments', 'reply', 'replies', 'response'];

/** Properties of which a value may be the id of a node: as a text, too. */
export const NODE_PROPERTIES: ReadonlySet<string> = new Set([
  ...REVIEW_PROPERTIES,
  ...AUTHOR_PROPERTIES,
  ...RATING_PROPERTIES,
  ...IMAGE_PROPERTIES,
  ...VIDEO_PROPERTIES,
  ...POSITIVE_PROPERTIES,
  ...NEGATIVE_PROPERTIES,
  ...REPLY_PROPERTIES,
  ...COMMENT_PROPERTIES,
  'aggregateRating',
  'associatedMedia',
  'hasVariant',
  'isVariantOf',
  'item',
  'itemListElement',
  'itemReviewed',
  'mainEntity',
  'offers',
  'thumbnail',
]);

/** Properties that may have several values, so that an object may repeat them (`"review": {…}, "review": {…}`). */
const REPEATABLE: ReadonlySet<string> = new Set([
  ...NODE_PROPERTIES,
  ...TEXT_PROPERTIES,
  ...REPLY_TEXT_PROPERTIES,
  'hasPart',
  'isRelatedTo',
  'isSimilarTo',
  'mentions',
]);
const REPEATABLE_KEYWORDS: ReadonlySet<string> = new Set(['@graph', '@included', '@list', '@set', '@type']);

/** Whether the values of a repeated key of JSON-LD are all kept; `name` is the local name of the key, null for a keyword. */
export const mayRepeat = (key: string, name: string | null): boolean =>
  REPEATABLE_KEYWORDS.has(key) || (name !== null && REPEATABLE.has(name));
