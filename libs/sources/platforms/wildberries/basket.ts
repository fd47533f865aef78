/**
 * The static hosts ("baskets") on which Wildberries keeps the description of every article. Articles are distributed by their number:
 *
 *   article 12345678  →  volume 123, part 12345  →  https://basket-01.wbbasket.ru/vol123/part12345/12345678/info/ru/card.json
 *
 * A volume keeps its host; new volumes get new hosts, and a public list names the host of each. Known from public clients.
 */
import { z } from 'zod';
import { readShape } from '../../read-shape';

/** The domain of all baskets. */
export const BASKET_DOMAIN = 'wbbasket.ru';
/** The list of the hosts, by ranges of volumes. */
export const ROUTES_URL = `https://cdn.${BASKET_DOMAIN}/api/v3/upstreams`;

const ARTICLES_PER_VOLUME = 100_000;
const ARTICLES_PER_PART = 1_000;
/** The last volume of each host, in their order, as of 2026. */
const LAST_VOLUMES: readonly number[] = [
  143, 287, 431, 719, 1007, 1061, 1115, 1169, 1313, 1601, 1655, 1919, 2045, 2189, 2405, 2621, 2837, 3053, 3269, 3485,
  3701, 3917, 4133, 4349, 4565, 4877, 5189, 5501, 5813, 6125, 6437, 6749, 7061, 7373, 7685, 7997, 8309, 8741, 9173,
  9605, 10_373, 11_141, 11_909, 12_677, 13_445, 14_213,
];
const BASKET = /^basket-\d{2,4}\.wbbasket\.ru$/;

export const volumeOf = (article: string): number => Math.floor(Number(article) / ARTICLES_PER_VOLUME);

/** The host of an article; null for a volume that is younger than the table. */
export function knownBasket(article: string): string | null {
  const index = LAST_VOLUMES.findIndex((last) => volumeOf(article) <= last);
  return index < 0 ? null : `basket-${String(index + 1).padStart(2, '0')}.${BASKET_DOMAIN}`;
}

export function basketCardUrl(host: string, article: string): string {
  const part = Math.floor(Number(article) / ARTICLES_PER_PART);
  return `https://${host}/vol${volumeOf(article)}/part${part}/${article}/info/ru/card.json`;
}

const volume = z.number().int().min(0);
const routeShape = z.looseObject({ vol_range_from: volume, vol_range_to: volume, host: z.string() });
const routesShape = z.looseObject({
  origin: z.looseObject({
    mediabasket_route_map: z.array(z.looseObject({ hosts: z.array(routeShape).max(10_000).nullish() })).max(100),
  }),
});

/** Reads the host of a volume from the list of hosts; null if it has none. Throws `Changed` if the list does not match. */
export function readBasket(value: unknown, article: string): string | null {
  const routes = readShape(routesShape, value, "Wildberries' list of hosts").origin.mediabasket_route_map;
  const wanted = volumeOf(article);
  const route = routes
    .flatMap(({ hosts }) => hosts ?? [])
    .find(({ vol_range_from: from, vol_range_to: to }) => from <= wanted && wanted <= to);
  return route !== undefined && BASKET.test(route.host) ? route.host : null;
}
