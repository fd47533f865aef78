/**
 * Finds the item that a page is about, and the item's reviews. A shop's page also marks up the shop, related products and their
 * reviews; a blog's page also marks up its author. The rules:
 *
 * 1. An item is a candidate if it has reviews or an `aggregateRating`. Items in related products and in lists of items are not
 *    candidates, and neither is an organization without reviews that has the URL of another page.
 * 2. A product group and its variants are one item.
 * 3. The page's item is the candidate that has the page's URL, else the candidate with the most reviews, else a candidate with an
 *    `aggregateRating`, else the first candidate.
 * 4. A review is used if it belongs to the page's item (by nesting or `itemReviewed`) or to no item. Reviews of an offer or of an
 *    aggregate rating belong to the item that has the offer or the rating.
 */
import { isItem, nameOf, nodeOf, textOf, valuesOf, type Block, type Item } from './item';
import { hasAddress, isSameThing, surveyOf, type Survey } from './page-survey';
import { ProductGroups } from './product-groups';

export interface PageReview {
  readonly review: Item;
  /** Index of the block with the review; another block may contain the same review. */
  readonly block: number;
}

export interface PageItem {
  readonly item: Item | null;
  /** The item with its product group and the variants. */
  readonly members: readonly Item[];
  readonly aggregate: Item | null;
  readonly reviews: readonly PageReview[];
  /** Number of values of the item in the place of a review that are no reviews. */
  readonly unreadReviews: number;
}

const SITE_TYPES = /^(?:Organization|Corporation|OnlineStore|OnlineBusiness|WebSite|Brand|Person)$/;

/** Finds the item of a page. `addresses` are the page's addresses: requested, after redirects, and canonical. */
export function findPageItem(blocks: readonly Block[], addresses: ReadonlySet<string>): PageItem {
  const survey = surveyOf(blocks);
  const groups = new ProductGroups(blocks);
  const isSubject = (item: Item): boolean => isPageSubject(item, survey, addresses);
  const chosen = chooseCandidate(survey, groups, isSubject);
  const members = chosen === null ? [] : groups.membersOf(chosen);
  const item = chosen === null ? null : mainItem(members, chosen, isSubject);
  const isOwn = ownershipOf(members);
  return {
    item,
    members,
    aggregate: aggregateOf(survey, item, members),
    reviews: withoutDuplicates(survey.reviews.filter(({ owner }) => isOwn(owner))),
    unreadReviews: survey.unreadReviews.filter(isOwn).length,
  };
}

interface Ranked {
  readonly item: Item;
  readonly reviewCount: number;
  readonly isSubject: boolean;
  readonly hasAggregate: boolean;
}

/** Returns the best candidate. The candidates of a product group are compared with others as one. */
function chooseCandidate(survey: Survey, groups: ProductGroups, isSubject: (item: Item) => boolean): Item | null {
  const byGroup = new Map<Item, Item[]>();
  for (const item of survey.candidates.keys()) {
    const representative = groups.representativeOf(item);
    const candidates = byGroup.get(representative);
    if (candidates === undefined) byGroup.set(representative, [item]);
    else candidates.push(item);
  }
  const ranked = [...byGroup.values()]
    .map((candidates) => rank(candidates, survey, groups, isSubject))
    .filter((entry) => entry !== null)
    .sort(
      (a, b) =>
        Number(b.isSubject) - Number(a.isSubject) ||
        b.reviewCount - a.reviewCount ||
        Number(b.hasAggregate) - Number(a.hasAggregate),
    );
  return ranked[0]?.item ?? null;
}

/** Ranks the candidates of one product group, or one candidate; null if it cannot be the page's item. */
function rank(
  candidates: readonly Item[],
  survey: Survey,
  groups: ProductGroups,
  isSubject: (item: Item) => boolean,
): Ranked | null {
  const [item] = candidates;
  if (item === undefined) return null;
  const entries = candidates.flatMap((candidate) => survey.candidates.get(candidate) ?? []);
  const reviewCount = entries.reduce((sum, entry) => sum + entry.reviewCount, 0);
  const isPageItem = groups.membersOf(item).some(isSubject);
  const isForeign = entries.every(({ foreign }) => foreign) || (reviewCount === 0 && candidates.every(isOtherSite));
  if (isForeign && !isPageItem) return null;
  return { item, reviewCount, isSubject: isPageItem, hasAggregate: entries.some((entry) => entry.hasAggregate) };
}

/** The item that names the page: the one with the page's address, else the named product group, else the candidate. */
const mainItem = (members: readonly Item[], chosen: Item, isSubject: (item: Item) => boolean): Item =>
  members.find(isSubject) ?? members.slice(0, 1).find((group) => nameOf(group) !== null) ?? chosen;

const isOtherSite = (item: Item): boolean => item.types.some((type) => SITE_TYPES.test(type)) && hasAddress(item);

function isPageSubject(item: Item, { mainEntities }: Survey, addresses: ReadonlySet<string>): boolean {
  if (mainEntities.has(item) || (item.id !== null && mainEntities.has(item.id))) return true;
  const page = valuesOf(item, 'mainEntityOfPage')[0];
  const named = [textOf(item, 'url'), item.id, isItem(page) ? page.id : (page ?? null)];
  return named.some((address) => address !== null && addresses.has(plainAddress(address)));
}

/** Normalizes an address for comparison: without scheme, `www.`, fragment and trailing slash. */
export function plainAddress(address: string): string {
  const [withoutFragment = ''] = address.trim().split('#', 1);
  return withoutFragment
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/\/$/, '')
    .toLowerCase();
}

/** Whether an owner of reviews is the page's item: one of its members, or a node with the id or the name of one. No owner is, too. */
function ownershipOf(members: readonly Item[]): (owner: Item | null) => boolean {
  const items = new Set(members);
  const ids = new Set(members.map(({ id }) => id).filter((id) => id !== null));
  const names = new Set(members.map((member) => nameOf(member)?.toLowerCase()).filter((name) => name !== undefined));
  return (owner) =>
    owner === null ||
    items.has(owner) ||
    (owner.id !== null && ids.has(owner.id)) ||
    names.has(nameOf(owner)?.toLowerCase() ?? '');
}

/**
 * The aggregate rating of the page's item: its own or its group's, else one that names the item, else that of its offers or
 * variants if all of them have the same, else one that names no item.
 */
function aggregateOf({ candidates, aggregates }: Survey, item: Item | null, members: readonly Item[]): Item | null {
  if (item === null) return aggregates[0]?.aggregate ?? null;
  const group = [item, ...members.slice(0, 1)];
  const variants = new Set(members);
  const same = [...candidates.keys()].filter((other) => !variants.has(other) && isSameThing(other, item));
  const isOwn = ownershipOf(group);
  const found = [
    [...group, ...same].flatMap(aggregatesOf)[0],
    aggregates.find(({ rated }) => rated !== null && isOwn(rated))?.aggregate,
    equalAggregate([item, ...members].flatMap(offersOf).flatMap(aggregatesOf)),
    equalAggregate(members.flatMap(aggregatesOf)),
    aggregates.find(({ rated }) => rated === null)?.aggregate,
  ];
  return found.find((aggregate) => aggregate !== undefined) ?? null;
}

/** The aggregate ratings of an item, those of aspects last. */
function aggregatesOf(item: Item): readonly Item[] {
  const aggregates = valuesOf(item, 'aggregateRating').filter(isItem).map(nodeOf);
  const isOverall = (aggregate: Item): boolean => textOf(aggregate, 'reviewAspect') === null;
  return [...aggregates.filter(isOverall), ...aggregates.filter((aggregate) => !isOverall(aggregate))];
}

const offersOf = (item: Item): readonly Item[] =>
  valuesOf(item, 'offers')
    .filter(isItem)
    .map(nodeOf)
    .flatMap((offer) => [offer, ...valuesOf(offer, 'offers').filter(isItem).map(nodeOf)]);

/** The first of these aggregate ratings if all have the same values; their sum is unknown if they differ. */
function equalAggregate(aggregates: readonly Item[]): Item | undefined {
  const valuesIn = (aggregate: Item): string =>
    JSON.stringify(['ratingValue', 'reviewCount', 'ratingCount'].map((name) => textOf(aggregate, name)));
  const distinct = new Set(aggregates.map(valuesIn));
  return distinct.size === 1 ? aggregates[0] : undefined;
}

/** Removes duplicates: a node may be found both in the graph and by a reference. */
function withoutDuplicates(found: readonly PageReview[]): PageReview[] {
  const visitedReviews = new Set<Item>();
  return found
    .filter(({ review }) => !visitedReviews.has(review) && visitedReviews.add(review))
    .map(({ review, block }) => ({ review, block }));
}
