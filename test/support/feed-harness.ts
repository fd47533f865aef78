import type { Database } from '@libs/database';
import { aLink, type LinkFixture } from './store-fixture';
import { insertReviews, type ReviewSeed } from './review-factory';

/**
 * Generates reviews for tests of the feed. A test has every review in memory, and computes the expected page without SQL: it
 * filters and sorts arrays.
 */
export interface GeneratedReview extends ReviewSeed {
  readonly id: number;
}

export interface FeedHarness {
  readonly accountId: number;
  readonly largeObjectId: number;
  readonly liveLinks: readonly LinkFixture[];
  readonly reviews: readonly GeneratedReview[];
}

/** Pseudo-random numbers in [0, 1), determined by the seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const WORDS = [
  'Room',
  'quiet',
  'ОТЛИЧНО',
  'завтрак',
  'ÉCOLE',
  'breakfast 100%',
  'under_score',
  'back\\slash',
  '好词',
  'rare',
];

/** Languages of generated reviews: `de` is the rare one. */
const LANGUAGES = [...Array<string>(20).fill('en'), ...Array<string>(8).fill('ko'), 'und', 'und', 'de'];

/**
 * Creates one large object with about `size` reviews, two small objects, and an object of another account. One link of the large
 * object is removed.
 */
export async function feedHarness(database: Database, size: number, random: () => number): Promise<FeedHarness> {
  const first = await aLink(database, { sourceId: 1 });
  const { accountId, objectId } = first;
  const largeLinks = [
    first,
    await aLink(database, { accountId, objectId, sourceId: 2 }),
    await aLink(database, { accountId, objectId, sourceId: 3 }),
  ];
  const removedLink = await aLink(database, { accountId, objectId, sourceId: 4 });
  const smallLink = await aLink(database, { accountId, sourceId: 1 });
  const tinyLink = await aLink(database, { accountId, sourceId: 2 });
  const foreignLink = await aLink(database, { sourceId: 1 });
  const weights: readonly (readonly [LinkFixture, number])[] = [
    [largeLinks[0] as LinkFixture, 0.6],
    [largeLinks[1] as LinkFixture, 0.38],
    [largeLinks[2] as LinkFixture, 0.02],
    [removedLink, 0.05],
    [smallLink, 0.05],
    [tinyLink, 0.005],
    [foreignLink, 0.05],
  ];
  const seeds = weights.flatMap(([link, weight]) =>
    Array.from({ length: Math.ceil(size * weight) }, () => randomReview(link, random)),
  );
  shuffle(seeds, random);
  pinSome(seeds);
  // The link is removed before it has reviews: the removal of a link with pins moves the other pins, which changes their
  // updated_at.
  await database.query(`update link set deleted_at = clock_timestamp() where id = $1`, [removedLink.linkId]);
  const ids = await insertReviews(database, seeds);
  await database.query('vacuum analyze review');
  const liveLinks = [...largeLinks, smallLink, tinyLink];
  const liveIds = new Set(liveLinks.map((link) => link.linkId));
  const reviews = seeds
    .map((seed, index) => ({ ...seed, id: ids[index] as number }))
    .filter((review) => liveIds.has(review.linkId));
  return { accountId, largeObjectId: objectId, liveLinks, reviews };
}

/**
 * Creates an account with one object for each entry of `sizes`. An entry is the number of reviews of the object, which has two
 * links. The newest review of the last object is years older than the newest review of the first object. `largeObjectId` is the
 * id of the first object.
 */
export async function manyObjectsHarness(
  database: Database,
  sizes: readonly number[],
  random: () => number,
): Promise<FeedHarness> {
  const first = await aLink(database, { sourceId: 1 });
  const { accountId } = first;
  const liveLinks: LinkFixture[] = [];
  const seeds: ReviewSeed[] = [];
  for (const [index, size] of sizes.entries()) {
    const one = index === 0 ? first : await aLink(database, { accountId, sourceId: 1 });
    const links = [one, await aLink(database, { accountId, objectId: one.objectId, sourceId: 2 })] as const;
    liveLinks.push(...links);
    for (let n = 0; n < size; n += 1) {
      const seed = randomReview(links[n % 2 === 0 ? 0 : 1], random);
      const year = 2026 - Math.floor(random() * 4) - Math.floor((4 * index) / sizes.length);
      seeds.push({ ...seed, reviewDate: seed.reviewDate ? `${year}${seed.reviewDate.slice(4)}` : null });
    }
  }
  shuffle(seeds, random);
  pinSome(seeds);
  const ids = await insertReviews(database, seeds);
  await database.query('vacuum analyze review');
  const reviews = seeds.map((seed, index) => ({ ...seed, id: ids[index] as number }));
  return { accountId, largeObjectId: first.objectId, liveLinks, reviews };
}

function randomReview(link: LinkFixture, random: () => number): ReviewSeed {
  const chance = (p: number): boolean => random() < p;
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const day = String(1 + Math.floor(random() * 28)).padStart(2, '0');
  const month = `20${20 + Math.floor(random() * 7)}-${String(1 + Math.floor(random() * 12)).padStart(2, '0')}`;
  const hasReply = chance(0.4);
  return {
    ...link,
    // Dates are whole days, so that many are equal; one review in twenty has no date.
    reviewDate: chance(0.05) ? null : `${month}-${day}T00:00:00`,
    rating: chance(0.1) ? null : pick([1, 1.5, 2, 3, 3.5, 4, 4.35, 5, 5, 5, 5]),
    text: chance(0.8) ? [pick(WORDS), pick(WORDS), pick(WORDS)].join(' ') : null,
    replyText: hasReply ? 'Thank you' : null,
    replyDate: hasReply && chance(0.9) ? `2026-0${1 + Math.floor(random() * 9)}-11T10:00:00` : null,
    images: chance(0.2) ? [{ template_url: 'https://img.example/{size}', preview: null, image: null }] : null,
    videos: chance(0.05) ? [] : null,
    updatedAt: `2026-10-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}T00:00:00.${chance(0.5) ? '000' : '500'}Z`,
    deletedAt: chance(0.05) ? '2026-11-01T00:00:00Z' : null,
    hiddenAt: chance(0.03) ? '2026-11-02T00:00:00Z' : null,
    pinPosition: null,
    language: pick(LANGUAGES),
  };
}

function shuffle<T>(items: T[], random: () => number): void {
  for (let i = items.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j] as T, items[i] as T];
  }
}

/** Seven pins in each object, on reviews that are not hidden. */
function pinSome(seeds: ReviewSeed[]): void {
  const pinCounts = new Map<number, number>();
  seeds.forEach((seed, index) => {
    const position = pinCounts.get(seed.objectId) ?? 0;
    if (index % 13 !== 0 || position >= 7 || seed.hiddenAt) return;
    seeds[index] = { ...seed, pinPosition: position };
    pinCounts.set(seed.objectId, position + 1);
  });
}
