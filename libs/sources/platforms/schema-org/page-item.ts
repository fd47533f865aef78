/**
 * Finds the item that a page is about, and the item's reviews. A shop's page also marks up the shop, related products and their
 * reviews; a blog's page also marks up its author. The rules:
 *
 * 1. An item is a candidate if it has reviews or an `aggregateRating`. Items in related products and in lists of items are not
 *    candidates, and neither is an organization without reviews that has the URL of another page.
 * 2. The page's item is the candidate that has the page's URL, else the candidate with the most reviews, else a candidate with an
 *    `aggregateRating`, else the first candidate.
 * 3. A review is used if it belongs to the page's item (by nesting or `itemReviewed`) or to no item.
 */
import { isItem, nameOf, textOf, valuesOf, type Block, type Item } from './item';

export interface PageReview {
  readonly review: Item;
  /** Index of the block with the review; another block may contain the same review. */
  readonly block: number;
}

export interface PageItem {
  readonly item: Item | null;
  readonly aggregate: Item | null;
  readonly reviews: readonly PageReview[];
}

const REVIEW_TYPES = new Set(['Review', 'UserReview', 'CriticReview', 'EmployerReview', 'Recommendation']);
/** Not reviews of customers: fact checks of claims and media, and ratings. */
const EXCLUDED_TYPES = new Set(['ClaimReview', 'MediaReview', 'AggregateRating', 'Rating']);
const REVIEW_PROPERTIES = ['review', 'reviews', 'userReview', 'customerReview'];
const FOREIGN_PROPERTIES = new Set([
  'isRelatedTo',
  'isSimilarTo',
  'isAccessoryOrSparePartFor',
  'isConsumableFor',
  'itemListElement',
  'recommendation',
  'relatedItem',
  'offers',
  'itemOffered',
]);
const SITE_TYPES = /^(?:Organization|Corporation|OnlineStore|OnlineBusiness|WebSite|Brand|Person)$/;

interface FoundReview {
  readonly review: Item;
  readonly block: number;
  readonly owner: Item | null;
}

interface Survey {
  readonly reviews: FoundReview[];
  readonly candidates: Map<Item, { readonly foreign: boolean; reviewCount: number }>;
  readonly topLevelAggregates: Item[];
  readonly mainEntities: Set<string | Item>;
  readonly byId: Map<string, Item>;
}

/** Finds the item of a page. `addresses` are the page's addresses: requested, after redirects, and canonical. */
export function findPageItem(blocks: readonly Block[], addresses: ReadonlySet<string>): PageItem {
  const survey: Survey = {
    reviews: [],
    candidates: new Map(),
    topLevelAggregates: [],
    mainEntities: new Set(),
    byId: new Map(),
  };
  blocks.forEach((block) => block.forEach((item) => index(item, survey.byId)));
  blocks.forEach((block, number) =>
    block.forEach((item) => walk(item, null, '', { survey, block: number, foreign: false })),
  );
  const item = chooseItem(survey, addresses);
  const ownReviews = survey.reviews.filter(({ owner }) => owner === null || (item !== null && sameThing(owner, item)));
  return { item, aggregate: aggregateOf(survey, item), reviews: withoutDuplicates(ownReviews) };
}

/** Indexes nodes by id, to resolve references (`{"@id": …}`). */
function index(item: Item, byId: Map<string, Item>): void {
  if (item.id !== null && item.properties.size > 0 && !byId.has(item.id)) byId.set(item.id, item);
  for (const values of item.properties.values()) values.filter(isItem).forEach((value) => index(value, byId));
}

interface WalkContext {
  readonly survey: Survey;
  readonly block: number;
  readonly foreign: boolean;
}

function walk(node: Item, parent: Item | null, viaProperty: string, context: WalkContext): void {
  const { survey } = context;
  const item = resolve(node, survey);
  if (isReview(item, viaProperty)) {
    addReview(item, REVIEW_PROPERTIES.includes(viaProperty) ? parent : null, context);
    return;
  }
  if (item !== node) return;
  if (item.types.includes('AggregateRating')) {
    if (viaProperty !== 'aggregateRating') survey.topLevelAggregates.push(item);
    return;
  }
  if (valuesOf(item, 'aggregateRating').some(isItem)) candidate(item, context.foreign, survey);
  valuesOf(item, 'mainEntity').forEach((value) => survey.mainEntities.add(isItem(value) ? (value.id ?? value) : value));
  walkProperties(item, context);
}

function walkProperties(item: Item, context: WalkContext): void {
  for (const [name, values] of item.properties) {
    const inner = { ...context, foreign: context.foreign || FOREIGN_PROPERTIES.has(name) };
    for (const value of values) {
      if (isItem(value)) walk(value, item, name, inner);
      else if (REVIEW_PROPERTIES.includes(name)) walkReference(value, item, name, inner);
    }
  }
}

/** Resolves `"review": "#r1"`, a reference by id; ignores any other text. */
function walkReference(id: string, parent: Item, viaProperty: string, context: WalkContext): void {
  const item = context.survey.byId.get(id);
  // Follow only references to reviews: references to other nodes, such as the item itself, may be circular.
  if (item !== undefined && isReview(item, viaProperty)) walk(item, parent, viaProperty, context);
}

const resolve = (item: Item, { byId }: Survey): Item =>
  item.id !== null && item.properties.size === 0 ? (byId.get(item.id) ?? item) : item;

function isReview(item: Item, viaProperty: string): boolean {
  if (item.types.some((type) => EXCLUDED_TYPES.has(type))) return false;
  if (item.types.some((type) => REVIEW_TYPES.has(type))) return item.properties.size > 0;
  return item.types.length === 0 && REVIEW_PROPERTIES.includes(viaProperty) && item.properties.size > 0;
}

function addReview(review: Item, parent: Item | null, context: WalkContext): void {
  const owner = ownerOf(review, parent, context.survey);
  if (owner !== null) candidate(owner, context.foreign, context.survey).reviewCount += 1;
  context.survey.reviews.push({ review, block: context.block, owner });
}

/** Returns the reviewed item. `itemReviewed` has precedence over nesting, unless it has neither id nor name. */
function ownerOf(review: Item, parent: Item | null, survey: Survey): Item | null {
  const named = valuesOf(review, 'itemReviewed')[0];
  if (isItem(named)) {
    const item = resolve(named, survey);
    if (parent !== null && sameThing(item, parent)) return parent;
    if (item.id !== null || nameOf(item) !== null) return item;
  }
  return parent;
}

function candidate(item: Item, foreign: boolean, { candidates }: Survey): { reviewCount: number } {
  const existing = candidates.get(item);
  if (existing !== undefined) return existing;
  const entry = { foreign, reviewCount: 0 };
  candidates.set(item, entry);
  return entry;
}

/** Whether two nodes describe the same thing: they are equal, or have the same id or name (ids may be generated by plugins). */
function sameThing(one: Item, other: Item): boolean {
  if (one === other || (one.id !== null && one.id === other.id)) return true;
  const name = nameOf(one);
  return name !== null && name.toLowerCase() === nameOf(other)?.toLowerCase();
}

function chooseItem(survey: Survey, addresses: ReadonlySet<string>): Item | null {
  const ranked = [...survey.candidates]
    .map(([item, { foreign, reviewCount }]) => ({
      item,
      foreign,
      reviewCount,
      isSubject: isPageSubject(item, survey, addresses),
    }))
    .filter(
      ({ item, foreign, reviewCount, isSubject }) =>
        isSubject || (!foreign && !(reviewCount === 0 && hasOtherUrl(item))),
    )
    .sort(
      (a, b) =>
        Number(b.isSubject) - Number(a.isSubject) ||
        b.reviewCount - a.reviewCount ||
        hasAggregate(b.item) - hasAggregate(a.item),
    );
  return ranked[0]?.item ?? null;
}

const hasAggregate = (item: Item): number => (valuesOf(item, 'aggregateRating').some(isItem) ? 1 : 0);

function isPageSubject(item: Item, { mainEntities }: Survey, addresses: ReadonlySet<string>): boolean {
  if (mainEntities.has(item) || (item.id !== null && mainEntities.has(item.id))) return true;
  const page = valuesOf(item, 'mainEntityOfPage')[0];
  const named = [textOf(item, 'url'), item.id, isItem(page) ? page.id : (page ?? null)];
  return named.some((address) => address !== null && addresses.has(plainAddress(address)));
}

const hasOtherUrl = (item: Item): boolean =>
  item.types.some((type) => SITE_TYPES.test(type)) && textOf(item, 'url', 'sameAs') !== null;

/** Normalizes an address for comparison: without scheme, `www.`, fragment and trailing slash. */
export function plainAddress(address: string): string {
  const [withoutFragment = ''] = address.trim().split('#', 1);
  return withoutFragment
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/\/$/, '')
    .toLowerCase();
}

function aggregateOf({ candidates, topLevelAggregates, byId }: Survey, item: Item | null): Item | null {
  for (const described of item === null
    ? []
    : [item, ...[...candidates.keys()].filter((other) => sameThing(other, item))]) {
    const aggregate = valuesOf(described, 'aggregateRating').find(isItem);
    if (aggregate !== undefined)
      return aggregate.properties.size === 0 ? (byId.get(aggregate.id ?? '') ?? aggregate) : aggregate;
  }
  return (
    topLevelAggregates.find((aggregate) => {
      const rated = valuesOf(aggregate, 'itemReviewed').find(isItem);
      return item === null || rated === undefined || sameThing(rated, item);
    }) ?? null
  );
}

/** Removes duplicates: a node may be found both in the graph and by a reference. */
function withoutDuplicates(found: readonly FoundReview[]): PageReview[] {
  const visitedReviews = new Set<Item>();
  return found
    .filter(({ review }) => !visitedReviews.has(review) && visitedReviews.add(review))
    .map(({ review, block }) => ({ review, block }));
}
