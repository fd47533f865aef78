/**
 * The distribution of N reviews: N/3000 accounts; N/150 objects, each with three to seven links, over 40 sources; one hot object
 * with a sixth of all reviews, the others by Zipf 0.8; up to 500 objects in one account, for a large folder. The plan is pure;
 * loading and the selection of requests use it.
 */
import { mulberry32, seedOf, zipfCumulative } from './random';

export interface PlannedLink {
  /** Position among all links; the seed of its reviews. */
  readonly index: number;
  readonly objectIndex: number;
  /** 0 to 39. */
  readonly sourceIndex: number;
  readonly reviews: number;
}

export interface PlannedObject {
  readonly accountIndex: number;
  readonly reviews: number;
}

export interface DatasetPlan {
  readonly seed: number;
  readonly accounts: number;
  /** The hot object first, then the others, largest first. */
  readonly objects: readonly PlannedObject[];
  readonly links: readonly PlannedLink[];
  /** Positions of the objects of the large folder: at even distances, up to 500, all in one account. */
  readonly folderObjects: readonly number[];
  readonly reviews: number;
}

export const SEED = 42;
export const SOURCES = 40;
const ZIPF = 0.8;
const HOT_SHARE = 1 / 6;
const FOLDER_OBJECTS = { account: 1, objects: 500, leastStep: 4 };

export function planDataset(reviews: number, seed = SEED): DatasetPlan {
  const accounts = Math.max(4, Math.round(reviews / 3_000));
  const count = Math.max(20, Math.round(reviews / 150));
  const sizes = objectSizes(reviews, count);
  const step = Math.max(FOLDER_OBJECTS.leastStep, Math.floor(count / FOLDER_OBJECTS.objects));
  const folderObjects = Array.from(
    { length: Math.min(FOLDER_OBJECTS.objects, Math.floor((count - 1) / step)) },
    (_, n) => (n + 1) * step,
  );
  const folderPositions = new Set(folderObjects);
  const objects = sizes.map((size, index) => ({
    accountIndex: folderPositions.has(index) ? FOLDER_OBJECTS.account : index % accounts,
    reviews: size,
  }));
  const links: PlannedLink[] = [];
  objects.forEach((object, objectIndex) => {
    for (const link of linksOf(object.reviews, objectIndex, seed)) links.push({ ...link, index: links.length });
  });
  return { seed, accounts, objects, links, folderObjects, reviews: links.reduce((sum, link) => sum + link.reviews, 0) };
}

function objectSizes(reviews: number, count: number): number[] {
  const hot = Math.round(reviews * HOT_SHARE);
  const tail = zipfCumulative(count - 1, ZIPF);
  // Rounding the running sum instead of the parts makes the sizes add up exactly.
  const bounds = Array.from(tail, (share) => Math.round(share * (reviews - hot)));
  return [hot, ...bounds.map((bound, rank) => bound - (bounds[rank - 1] ?? 0))];
}

function linksOf(reviews: number, objectIndex: number, seed: number): Omit<PlannedLink, 'index'>[] {
  const random = mulberry32(seedOf(seed, objectIndex));
  const count = 3 + Math.floor(random() * 5);
  const firstSource = Math.floor(random() * SOURCES);
  const weights = Array.from({ length: count }, () => 0.2 + random());
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let [running, assigned] = [0, 0];
  return weights.map((weight, place) => {
    running += weight;
    const size = Math.round((running / whole) * reviews) - assigned;
    assigned += size;
    return { objectIndex, sourceIndex: (firstSource + place * 7) % SOURCES, reviews: size };
  });
}
