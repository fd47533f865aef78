/**
 * The requested pages: 70 % of the requests are for an ordinary object chosen by a Zipf distribution, 20 % for one of the
 * largest ordinary objects, 10 % for the hot object. The URLs vary, so that caching a single page gives no advantage. The account's id is for servers without keys; the product ignores
 * it.
 */
import type { LoadedObject } from '../gen/load-dataset';
import { mulberry32, pickCumulative, zipfCumulative } from '../gen/random';
import type { LoadRequest } from './generator';

export type ObjectChoice = 'mixed' | 'large' | 'mid' | 'hot';

export interface PageKind {
  readonly limit: number;
  readonly choice: ObjectChoice;
  /** Share of the object's reviews before the page; absent: the first page. */
  readonly depth?: number;
}

const REQUESTS = 2_000;
/** Number of the largest ordinary objects, which `mid` requests. */
export const MID_OBJECTS = 10;
const ZIPF = 0.8;

export function feedRequests(objects: readonly LoadedObject[], kind: PageKind, seed: number): LoadRequest[] {
  const random = mulberry32(seed);
  const choose = chooser(objects, kind.choice, random);
  return Array.from({ length: REQUESTS }, () => requestFor(choose(), kind, random));
}

function requestFor(object: LoadedObject, kind: PageKind, random: () => number): LoadRequest {
  const { accountId, objectId, key, reviews } = object;
  // A tiny random difference, so that there are many pages at about the same depth.
  const offset = kind.depth === undefined ? 0 : Math.floor(reviews * (kind.depth - 0.005 * random()));
  const path = `/v3/reviews?object_id=${objectId}&account_id=${accountId}&limit=${kind.limit}${offset > 0 ? `&offset=${offset}` : ''}`;
  return { path, key };
}

function chooser(objects: readonly LoadedObject[], choice: ObjectChoice, random: () => number): () => LoadedObject {
  const [hot, ...others] = objects as [LoadedObject, ...LoadedObject[]];
  const tail = zipfCumulative(others.length, ZIPF);
  const byZipf = (): LoadedObject => others[pickCumulative(tail, random())] as LoadedObject;
  const mid = (): LoadedObject => others[Math.floor(random() * MID_OBJECTS)] as LoadedObject;
  const bounds = { mixed: [0.7, 0.9], large: [0, 0.7], mid: [0, 1], hot: [0, 0] }[choice] as [number, number];
  return () => {
    const u = random();
    if (u < bounds[0]) return byZipf();
    return u < bounds[1] ? mid() : hot;
  };
}
