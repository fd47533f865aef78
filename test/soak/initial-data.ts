/** Creates the initial data: pages, objects with their links, and connections. */
import type { Json } from '@test/contract/contract-client';
import { isSuccess } from './client';
import { SLUGS, type PageTruth, type Slug } from './platform-model';
import type { Random } from './random';
import type { Account, SoakHarness } from './soak-harness';
import { Switch, type LinkEntry, type ObjectEntry } from './tenant-ledger';

/** The platforms of ten consecutive links. Google accepts four requests a second, Steam two, the others one. */
const PLATFORM_MIX: readonly Slug[] = [
  'google',
  'steam',
  'steam',
  '2gis',
  'google',
  'steam',
  'app-store',
  'google',
  'steam',
  '2gis',
];
/** Number of reviews of a page, chosen so that lists have one to three pages. */
const REVIEWS: Readonly<Record<Slug, readonly [least: number, most: number]>> = {
  google: [40, 130],
  steam: [80, 260],
  'app-store': [150, 260],
  '2gis': [40, 110],
};

/** Creates objects with `links` links in total, distributed over all accounts. Needs a running API. */
export async function createInitialData(harness: SoakHarness, links: number): Promise<void> {
  const random = harness.random.stream('settlers');
  const pages = Array.from({ length: links }, (_, number) => newPage(harness, random, number));
  for (const account of harness.accounts) {
    const pagesOfAccount = pages.filter((_, number) => number % harness.accounts.length === account.index);
    while (pagesOfAccount.length > 0) await createInitialObject(harness, account, takePagesOfObject(pagesOfAccount));
  }
}

/** Creates an object. Returns null if the service refused it. Refused links are not recorded. */
export async function createObject(
  harness: SoakHarness,
  account: Account,
  name: string,
  pages: readonly PageTruth[],
  mayChange: boolean,
): Promise<ObjectEntry | null> {
  const body = { name, links: pages.map((page) => ({ url: harness.platforms.urlOf(page) })) };
  const key = encodeURIComponent(name);
  const { answer } = await account.client.requestUntilFinal('POST', '/v3/objects', { body, idempotencyKey: key });
  harness.journal.operation('create object', { account: account.index, name, status: answer.status });
  if (!isSuccess(answer)) return null;
  const object: ObjectEntry = {
    id: answer.body['id'] as number,
    account: account.index,
    links: linksOf(answer.body['link_results'] as readonly Json[], pages),
    switch: new Switch(),
    mayChange,
    name,
    isDeleted: false,
    isBusy: false,
    hidden: new Set(),
    pins: [],
  };
  harness.ledger.objects.push(object);
  return object;
}

/** Returns the accepted links. `results` are in the order of `pages`. */
export function linksOf(results: readonly Json[], pages: readonly PageTruth[]): LinkEntry[] {
  return results.flatMap(({ link_id: id }, index) => {
    const page = pages[index];
    return typeof id === 'number' && page ? [{ id, page, switch: new Switch(), isDeleted: false }] : [];
  });
}

function newPage(harness: SoakHarness, random: Random, number: number): PageTruth {
  const slug = PLATFORM_MIX[number % PLATFORM_MIX.length] ?? 'steam';
  const [least, most] = REVIEWS[slug];
  const answeredBy = slug === 'google' ? number % harness.accounts.length : null;
  return harness.platforms.newPage(slug, random.between(least, most), random, {
    hasNoNewReviews: random.chance(0.3),
    answeredBy,
  });
}

/** Removes up to three pages of different platforms from the list, and returns them. */
function takePagesOfObject(left: PageTruth[]): PageTruth[] {
  const pages: PageTruth[] = [];
  for (const slug of SLUGS) {
    const at = left.findIndex((page) => page.slug === slug);
    if (at >= 0 && pages.length < 3) pages.push(...left.splice(at, 1));
  }
  return pages;
}

async function createInitialObject(harness: SoakHarness, account: Account, pages: readonly PageTruth[]): Promise<void> {
  const number = harness.ledger.objects.length;
  // Replies need a stable object: the service refuses replies to reviews of a disabled object.
  const mayChange = !pages.some((page) => page.slug === 'google') && number % 2 === 0;
  const object = await createObject(harness, account, `Object ${number}`, pages, mayChange);
  if (!object) throw new Error(`object ${number} was not created`);
  if (pages.some((page) => page.slug === 'google')) await harness.connect(account, object.id);
}
