/**
 * What the page is about, and which reviews are its own. A shop's page also marks up the shop, related products and
 * their reviews; a blog's page its author. The rules:
 *
 * 1. An item is a candidate if it has reviews or an `aggregateRating`. Items inside related products and lists of items
 *    are not; neither is an organization that says it is at home on another page and has no reviews here.
 * 2. The page's item is the candidate that names this page as its address, then the one with the most reviews, then one
 *    with an `aggregateRating`, then the first.
 * 3. A review is the page's if it belongs to that item (it stands in it, or its `itemReviewed` is it) or to none.
 */
import { isItem, nameOf, textOf, valuesOf, type Block, type Item } from './item';

export interface PageReview {
  readonly review: Item;
  /** The block it stands in: the same review may stand in another block again. */
  readonly block: number;
}

export interface PageItem {
  readonly item: Item | null;
  readonly aggregate: Item | null;
  readonly reviews: readonly PageReview[];
}

const REVIEW_TYPES = new Set(['Review', 'UserReview', 'CriticReview', 'EmployerReview', 'Recommendation']);
/** Reviews of claims and of media authenticity are not opinions of customers. */
const NO_REVIEW_TYPES = new Set(['ClaimReview', 'MediaReview', 'AggregateRating', 'Rating']);
const REVIEW_PROPERTIES = ['review', 'reviews', 'userReview', 'customerReview'];
const ELSEWHERE = new Set([
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
const AT_HOME_ELSEWHERE = /^(?:Organization|Corporation|OnlineStore|OnlineBusiness|WebSite|Brand|Person)$/;

interface Found {
  readonly review: Item;
  readonly block: number;
  readonly owner: Item | null;
}

interface Survey {
  readonly reviews: Found[];
  readonly candidates: Map<Item, { readonly foreign: boolean; reviewCount: number }>;
  readonly looseAggregates: Item[];
  readonly mainEntities: Set<string | Item>;
  readonly byId: Map<string, Item>;
}

/** Sorts out a page's blocks. `addresses` are the page's own: as asked for, as answered, as it calls itself. */
export function findPageItem(blocks: readonly Block[], addresses: ReadonlySet<string>): PageItem {
  const survey: Survey = {
    reviews: [],
    candidates: new Map(),
    looseAggregates: [],
    mainEntities: new Set(),
    byId: new Map(),
  };
  blocks.forEach((block) => block.forEach((item) => index(item, survey.byId)));
  blocks.forEach((block, number) =>
    block.forEach((item) => walk(item, null, '', { survey, block: number, foreign: false })),
  );
  const item = chooseItem(survey, addresses);
  const own = survey.reviews.filter(({ owner }) => owner === null || (item !== null && sameThing(owner, item)));
  return { item, aggregate: aggregateOf(survey, item), reviews: once(own) };
}

/** Nodes that only refer (`{"@id": …}`) are looked up by this index. */
function index(item: Item, byId: Map<string, Item>): void {
  if (item.id !== null && item.properties.size > 0 && !byId.has(item.id)) byId.set(item.id, item);
  for (const values of item.properties.values()) values.filter(isItem).forEach((value) => index(value, byId));
}

interface Place {
  readonly survey: Survey;
  readonly block: number;
  readonly foreign: boolean;
}

function walk(node: Item, parent: Item | null, via: string, place: Place): void {
  const { survey } = place;
  const item = resolve(node, survey);
  if (isReview(item, via)) {
    addReview(item, REVIEW_PROPERTIES.includes(via) ? parent : null, place);
    return;
  }
  if (item !== node) return;
  if (item.types.includes('AggregateRating')) {
    if (via !== 'aggregateRating') survey.looseAggregates.push(item);
    return;
  }
  if (valuesOf(item, 'aggregateRating').some(isItem)) candidate(item, place.foreign, survey);
  valuesOf(item, 'mainEntity').forEach((value) => survey.mainEntities.add(isItem(value) ? (value.id ?? value) : value));
  walkProperties(item, place);
}

function walkProperties(item: Item, place: Place): void {
  for (const [name, values] of item.properties) {
    const inner = { ...place, foreign: place.foreign || ELSEWHERE.has(name) };
    for (const value of values) {
      if (isItem(value)) walk(value, item, name, inner);
      else if (REVIEW_PROPERTIES.includes(name)) walkReference(value, item, name, inner);
    }
  }
}

/** `"review": "#r1"` refers to a review by its id; any other text there is none. */
function walkReference(id: string, parent: Item, via: string, place: Place): void {
  const item = place.survey.byId.get(id);
  // Only a review: what else is named there (the item itself, say) is walked where it stands, or walking never ends.
  if (item !== undefined && isReview(item, via)) walk(item, parent, via, place);
}

const resolve = (item: Item, { byId }: Survey): Item =>
  item.id !== null && item.properties.size === 0 ? (byId.get(item.id) ?? item) : item;

function isReview(item: Item, via: string): boolean {
  if (item.types.some((type) => NO_REVIEW_TYPES.has(type))) return false;
  if (item.types.some((type) => REVIEW_TYPES.has(type))) return item.properties.size > 0;
  return item.types.length === 0 && REVIEW_PROPERTIES.includes(via) && item.properties.size > 0;
}

function addReview(review: Item, parent: Item | null, place: Place): void {
  const owner = ownerOf(review, parent, place.survey);
  if (owner !== null) candidate(owner, place.foreign, place.survey).reviewCount += 1;
  place.survey.reviews.push({ review, block: place.block, owner });
}

/** `itemReviewed` wins over where the review stands, unless it says nothing of what it is. */
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
  const known = candidates.get(item);
  if (known !== undefined) return known;
  const entry = { foreign, reviewCount: 0 };
  candidates.set(item, entry);
  return entry;
}

/** One thing described twice: the same node, the same id, or, since plugins invent ids, the same name. */
function sameThing(one: Item, other: Item): boolean {
  if (one === other || (one.id !== null && one.id === other.id)) return true;
  const name = nameOf(one);
  return name !== null && name.toLowerCase() === nameOf(other)?.toLowerCase();
}

function chooseItem(survey: Survey, addresses: ReadonlySet<string>): Item | null {
  const ranked = [...survey.candidates]
    .map(([item, { foreign, reviewCount }]) => ({ item, foreign, reviewCount, here: isHere(item, survey, addresses) }))
    .filter(
      ({ item, foreign, reviewCount, here }) => here || (!foreign && !(reviewCount === 0 && livesElsewhere(item))),
    )
    .sort(
      (a, b) =>
        Number(b.here) - Number(a.here) || b.reviewCount - a.reviewCount || hasAggregate(b.item) - hasAggregate(a.item),
    );
  return ranked[0]?.item ?? null;
}

const hasAggregate = (item: Item): number => (valuesOf(item, 'aggregateRating').some(isItem) ? 1 : 0);

function isHere(item: Item, { mainEntities }: Survey, addresses: ReadonlySet<string>): boolean {
  if (mainEntities.has(item) || (item.id !== null && mainEntities.has(item.id))) return true;
  const page = valuesOf(item, 'mainEntityOfPage')[0];
  const named = [textOf(item, 'url'), item.id, isItem(page) ? page.id : (page ?? null)];
  return named.some((address) => address !== null && addresses.has(plainAddress(address)));
}

const livesElsewhere = (item: Item): boolean =>
  item.types.some((type) => AT_HOME_ELSEWHERE.test(type)) && textOf(item, 'url', 'sameAs') !== null;

/** An address as it is compared: without scheme, `www.`, fragment and last slash. */
export function plainAddress(address: string): string {
  const [withoutFragment = ''] = address.trim().split('#', 1);
  return withoutFragment
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/\/$/, '')
    .toLowerCase();
}

function aggregateOf({ candidates, looseAggregates, byId }: Survey, item: Item | null): Item | null {
  for (const described of item === null
    ? []
    : [item, ...[...candidates.keys()].filter((other) => sameThing(other, item))]) {
    const aggregate = valuesOf(described, 'aggregateRating').find(isItem);
    if (aggregate !== undefined)
      return aggregate.properties.size === 0 ? (byId.get(aggregate.id ?? '') ?? aggregate) : aggregate;
  }
  return (
    looseAggregates.find((aggregate) => {
      const of = valuesOf(aggregate, 'itemReviewed').find(isItem);
      return item === null || of === undefined || sameThing(of, item);
    }) ?? null
  );
}

/** A node may be met twice: in the graph, and where an item refers to it. */
function once(found: readonly Found[]): PageReview[] {
  const seen = new Set<Item>();
  return found
    .filter(({ review }) => !seen.has(review) && seen.add(review))
    .map(({ review, block }) => ({ review, block }));
}
