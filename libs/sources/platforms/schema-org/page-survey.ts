/**
 * Finds the reviews, the rated items and the aggregate ratings of a page, and the item to which each of them belongs.
 */
import { allValuesOf, isItem, nameOf, nodeOf, textOf, valuesOf, type Block, type Item, type Value } from './item';
import { readCountText } from '../../count-text';
import {
  AUTHOR_PROPERTIES,
  IMAGE_PROPERTIES,
  NEGATIVE_PROPERTIES,
  POSITIVE_PROPERTIES,
  RATING_PROPERTIES,
  REVIEW_PROPERTIES,
  REVIEW_TYPES,
  TEXT_PROPERTIES,
  TITLE_PROPERTIES,
} from './vocabulary';

export interface FoundReview {
  readonly review: Item;
  /** Index of the block with the review; another block may contain the same review. */
  readonly block: number;
  /** The reviewed item; null if the page does not state it. */
  readonly owner: Item | null;
}

export interface Candidate {
  /** In related products or in a list of items. */
  readonly foreign: boolean;
  reviewCount: number;
  hasAggregate: boolean;
}

export interface Survey {
  readonly reviews: FoundReview[];
  /** The owners of values that are in the place of a review and are none: texts, other types, ids without a node. */
  readonly unreadReviews: (Item | null)[];
  /** Items with reviews or an aggregate rating. */
  readonly candidates: Map<Item, Candidate>;
  /** Aggregate ratings that no item has as its property, with the item that they rate. */
  readonly aggregates: { readonly aggregate: Item; readonly rated: Item | null }[];
  /** The main entities of web pages: items and ids. */
  readonly mainEntities: Set<string | Item>;
}

/** Not reviews of customers: fact checks of claims and media, and ratings. */
const EXCLUDED_TYPES = new Set(['ClaimReview', 'MediaReview', 'AggregateRating', 'Rating']);
const OFFER_TYPES = new Set(['Offer', 'AggregateOffer', 'OfferForPurchase', 'OfferForLease']);
/** Containers of reviews in the place of a review. */
const LIST_TYPES = new Set(['ItemList', 'ListItem', 'Collection', 'CollectionPage']);
const FOREIGN_PROPERTIES = new Set([
  'isRelatedTo',
  'isSimilarTo',
  'isAccessoryOrSparePartFor',
  'isConsumableFor',
  'itemListElement',
  'recommendation',
  'relatedItem',
  'itemOffered',
]);

const REVIEW_PROPERTY = 'review';

export function surveyOf(blocks: readonly Block[]): Survey {
  const survey: Survey = {
    reviews: [],
    unreadReviews: [],
    candidates: new Map(),
    aggregates: [],
    mainEntities: new Set(),
  };
  blocks.forEach((block, number) =>
    block.forEach((item) => walk(item, '', { survey, block: number, foreign: false, owner: null })),
  );
  return survey;
}

interface Walk {
  readonly survey: Survey;
  readonly block: number;
  readonly foreign: boolean;
  /** The item to which the reviews in this place belong. */
  readonly owner: Item | null;
}

function walk(node: Item, property: string, context: Walk): void {
  const item = nodeOf(node);
  const isInReviews = REVIEW_PROPERTIES.includes(property);
  if (isReview(item, isInReviews)) {
    addReview(item, { ...context, owner: isInReviews ? context.owner : null });
    if (item === node) walkReviewedItem(item, context);
    return;
  }
  if (isInReviews && !isMap(item) && isUnreadReview(item)) addUnread(context);
  // The node of a reference is visited where it is.
  if (item === node) walkNode(item, property, context);
}

function walkNode(item: Item, property: string, context: Walk): void {
  if (REVIEW_PROPERTIES.includes(property) && isMap(item)) walkMap(item, context);
  else if (REVIEW_PROPERTIES.includes(property) && isList(item)) walkList(item, context);
  else if (item.types.includes('AggregateRating')) walkAggregate(item, property, context);
  else if (property === 'offers' || item.types.some((type) => OFFER_TYPES.has(type))) walkOffer(item, context);
  else walkItem(item, context);
}

function walkItem(item: Item, context: Walk): void {
  const { survey } = context;
  if (valuesOf(item, 'aggregateRating').some(isItem)) candidate(item, context).hasAggregate = true;
  for (const value of valuesOf(item, 'mainEntity')) {
    survey.mainEntities.add(isItem(value) ? (value.id ?? value) : value);
    if (isItem(value)) survey.mainEntities.add(nodeOf(value));
  }
  walkProperties(item, { ...context, owner: item }, (name) => context.foreign || FOREIGN_PROPERTIES.has(name));
}

/** The reviews of an aggregate rating belong to the rated item. */
function walkAggregate(aggregate: Item, property: string, context: Walk): void {
  const rated = itemOf(aggregate, 'itemReviewed') ?? (property === 'aggregateRating' ? context.owner : null);
  if (property !== 'aggregateRating') {
    context.survey.aggregates.push({ aggregate, rated });
    if (rated !== null) candidate(rated, context).hasAggregate = true;
  }
  walkProperties(aggregate, { ...context, owner: rated }, () => context.foreign);
}

/** The reviews of an offer belong to the item that has the offer, else to the offered item. Sellers are other items. */
function walkOffer(offer: Item, context: Walk): void {
  const owner = context.owner ?? itemOf(offer, 'itemOffered') ?? offer;
  if (valuesOf(offer, 'aggregateRating').some(isItem)) candidate(owner, context).hasAggregate = true;
  const offered = itemOf(offer, 'itemOffered');
  const isOwn = new Set([...REVIEW_PROPERTIES, 'aggregateRating', 'offers']);
  if (offered !== null && isSameThing(offered, owner)) isOwn.add('itemOffered');
  walkProperties(offer, { ...context, owner }, (name) => {
    if (context.owner !== null) return context.foreign || !isOwn.has(name);
    return context.foreign || (FOREIGN_PROPERTIES.has(name) && !isOwn.has(name));
  });
}

/** The reviewed item may have further reviews, and an aggregate rating. */
function walkReviewedItem(review: Item, context: Walk): void {
  for (const value of valuesOf(review, 'itemReviewed')) {
    if (isItem(value)) walk(value, 'itemReviewed', { ...context, owner: null });
  }
}

function walkProperties(item: Item, context: Walk, isForeign: (property: string) => boolean): void {
  for (const [name, values] of item.properties) {
    const inner: Walk = { ...context, foreign: isForeign(name) };
    for (const value of values) {
      if (isItem(value)) walk(value, name, inner);
      else if (REVIEW_PROPERTIES.includes(name) && isUnreadText(value)) addUnread(inner);
    }
  }
}

function isReview(item: Item, isInReviews: boolean): boolean {
  if (item.types.some((type) => EXCLUDED_TYPES.has(type))) return false;
  if (item.types.some((type) => REVIEW_TYPES.has(type))) return item.properties.size > 0;
  return item.types.length === 0 && isInReviews && item.properties.size > 0 && !isMap(item);
}

/** Whether an object in the place of a review has reviews under keys of its own, such as their ids: `{"a17": {…}, "b4": {…}}`. */
const isMap = ({ types, properties }: Item): boolean =>
  types.length === 0 &&
  properties.size > 0 &&
  [...properties].every(([name, values]) => !PARTS_OF_REVIEW.has(name) && values.every(isItem));

const PARTS_OF_REVIEW = new Set([
  ...AUTHOR_PROPERTIES,
  ...RATING_PROPERTIES,
  ...TEXT_PROPERTIES,
  ...TITLE_PROPERTIES,
  ...IMAGE_PROPERTIES,
  ...POSITIVE_PROPERTIES,
  ...NEGATIVE_PROPERTIES,
]);

function walkMap(map: Item, context: Walk): void {
  for (const values of map.properties.values()) {
    for (const value of values) if (isItem(value)) walk(value, REVIEW_PROPERTY, context);
  }
}

const isList = ({ types }: Item): boolean => types.some((type) => LIST_TYPES.has(type));

/** A list in the place of a review: its elements are reviews of the item that has the list. */
function walkList(list: Item, context: Walk): void {
  for (const value of allValuesOf(list, ...ELEMENTS))
    if (isItem(value)) walk(value, REVIEW_PROPERTY, context);
    else if (isUnreadText(value)) addUnread(context);
}

const ELEMENTS = ['itemListElement', 'item', 'hasPart'];

/** Notes a review that cannot be read. Its owner may be the page's item. */
function addUnread(context: Walk): void {
  if (context.owner !== null) candidate(context.owner, context);
  context.survey.unreadReviews.push(context.owner);
}

/** Whether an item in the place of a review is none. An item with a type and without properties is an unfilled template. */
function isUnreadReview({ types, properties, id }: Item): boolean {
  if (properties.size === 0) return id !== null;
  return !types.some((type) => EXCLUDED_TYPES.has(type) || LIST_TYPES.has(type));
}

/** Whether a text in the place of a review is one. Sites also write the number of reviews or an address there. */
const isUnreadText = (text: string): boolean =>
  /\p{L}/u.test(text) && readCountText(text) === null && !/^(?:https?:\/\/|[#/])/i.test(text.trim());

function addReview(review: Item, context: Walk): void {
  const owner = ownerOf(review, context.owner);
  if (owner !== null) candidate(owner, context).reviewCount += 1;
  context.survey.reviews.push({ review, block: context.block, owner });
}

/** Returns the reviewed item. `itemReviewed` has precedence over nesting, unless it has neither id nor name. */
function ownerOf(review: Item, parent: Item | null): Item | null {
  const item = itemOf(review, 'itemReviewed');
  if (item === null) return parent;
  if (parent !== null && isSameThing(item, parent)) return parent;
  return item.id !== null || nameOf(item) !== null ? item : parent;
}

function itemOf(item: Item, property: string): Item | null {
  const value: Value | undefined = valuesOf(item, property)[0];
  return isItem(value) ? nodeOf(value) : null;
}

function candidate(item: Item, { foreign, survey: { candidates } }: Walk): Candidate {
  const existing = candidates.get(item);
  if (existing !== undefined) return existing;
  const entry = { foreign, reviewCount: 0, hasAggregate: false };
  candidates.set(item, entry);
  return entry;
}

/** Whether two nodes describe the same thing: they are equal, or have the same id or name (ids may be generated by plugins). */
export function isSameThing(one: Item, other: Item): boolean {
  if (one === other || (one.id !== null && one.id === other.id)) return true;
  const name = nameOf(one);
  return name !== null && name.toLowerCase() === nameOf(other)?.toLowerCase();
}

/** Whether an item has an address, which for an organization is that of its front page. */
export const hasAddress = (item: Item): boolean => textOf(item, 'url', 'sameAs') !== null;
