import { insertReviews, type ReviewSeed } from '@test/support/review-factory';
import type { JourneyHost } from '../support/harbor';
import { DISLIKED, LIKED, PHRASES, seededRandom } from './phrases';

/** The objects of an account of the pictures, with their links and reviews. */
export interface Town {
  readonly objects: readonly TownObject[];
  readonly folderId: number;
  /** Ids of platforms by their slug. */
  readonly sources: ReadonlyMap<string, number>;
}

export interface TownObject {
  readonly id: number;
  readonly name: string;
  /** Ids of the links by the slug of the platform. */
  readonly links: ReadonlyMap<string, number>;
}

export interface TownPlan {
  readonly names: readonly string[];
  readonly folders: Readonly<Record<string, readonly string[]>>;
  /** Reviews of a link of the first object; the others have fewer. */
  readonly mostReviews: number;
  readonly photoOrigin: string;
}

interface Added {
  readonly id: number;
  readonly link_results: readonly { readonly link_id: number; readonly source_name: string }[];
}

const DAY_MS = 86_400_000;
const DAYS = 100;
/** The first object has worse reviews since so many days. */
const WORSE_DAYS = 9;
const BATCH = 2_000;

const CITIES =
  'Lisbon,Cascais,Faro,Lagos,Braga,Coimbra,Sintra,Évora,Aveiro,Funchal,Madrid,Seville,Valencia,Bilbao,Málaga,Vigo,Hamburg,Kiel,Rostock,Bremen,Lübeck,Dubai,Sharjah,Genoa,Naples,Trieste,Palermo,Marseille,Nantes,Brest,Bergen,Oslo,Gdańsk,Riga,Tallinn,Split';

export const HARBOR_TOWN = {
  names: [
    'Harbor Hotel Porto',
    'Old Pier Restaurant',
    'Harbor Spa Cascais',
    'فندق الميناء دبي',
    'Harbor Gallery Café',
    'Harbor Rooftop Bar',
    ...CITIES.split(',').map((city) => `Harbor Hotel ${city}`),
  ],
  folders: {
    Portugal: ['Porto', 'Pier', 'Spa', 'Lisbon', 'Cascais', 'Faro', 'Lagos', 'Braga', 'Coimbra', 'Sintra', 'Évora'],
    Spain: ['Madrid', 'Seville', 'Valencia', 'Bilbao', 'Málaga', 'Vigo'],
    Germany: ['Hamburg', 'Kiel', 'Rostock', 'Bremen', 'Lübeck'],
    Gulf: ['Dubai', 'Sharjah', 'دبي'],
    'Restaurants and bars': ['Restaurant', 'Bar'],
  },
  mostReviews: 180,
} as const satisfies Omit<TownPlan, 'photoOrigin'>;

const LONG = ['Donaudampfschifffahrtsgesellschaft', 'فندق الميناء الكبير على شاطئ البحر', 'Unbreakable'.repeat(7)];

/** 500 objects; some names are long or in Arabic. */
export const LARGE_TOWN = {
  names: Array.from({ length: 500 }, (_, index) => `${LONG[index % 7] ?? `Branch ${1_000 + index}`} ${index}`),
  folders: Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`${LONG[index % 9] ?? 'Region'} ${index}`, [`${index}`]]),
  ),
  mostReviews: 120,
} satisfies Omit<TownPlan, 'photoOrigin'>;

export async function aTown(host: JourneyHost, plan: TownPlan): Promise<Town> {
  const { app, account } = host;
  const rows = await app.database.query<{ id: number; slug: string }>('select id, slug from source');
  const sources = new Map(rows.map(({ id, slug }) => [slug, id]));
  const objects: TownObject[] = [];
  for (const [index, name] of plan.names.entries()) objects.push(await anObject(host, name, index));
  const random = seededRandom(42);
  const seeds = objects.flatMap((object, index) => {
    const most = Math.max(4, Math.round(plan.mostReviews / (1 + index / 6)));
    return [...object.links].flatMap(([slug, linkId]) =>
      reviewsOf({ accountId: account.accountId, objectId: object.id, linkId, sourceId: sources.get(slug) ?? 0 }, slug, {
        count: Math.round(most * (SHARES[slug] ?? 0.3)),
        isWorse: index === 0,
        photoOrigin: plan.photoOrigin,
        random,
      }),
    );
  });
  for (let start = 0; start < seeds.length; start += BATCH)
    await insertReviews(app.database, seeds.slice(start, start + BATCH));
  await collected(host);
  return { objects, sources, folderId: await foldersOf(host, plan, objects) };
}

const SHARES: Readonly<Record<string, number>> = { google: 1, booking: 0.6, trustpilot: 0.2, '2gis': 0.4 };

async function anObject({ app, account }: JourneyHost, name: string, index: number): Promise<TownObject> {
  const page = `${account.accountId}-${index}`;
  const urls = [
    `https://www.google.com/maps?cid=${7_405_212_000_000_000 + account.accountId * 1_000 + index}`,
    ...(index % 5 === 4 ? [] : [`https://www.booking.com/hotel/pt/harbor-${page}.html`]),
    ...(index % 3 === 0 ? [`https://www.trustpilot.com/review/harbor-${page}.example`] : []),
    ...(index % 4 === 0 ? [`https://2gis.ae/dubai/firm/7000000${10_000_000 + account.accountId * 1_000 + index}`] : []),
  ];
  const created = await app.agent
    .post('/v3/objects')
    .set('X-API-Key', account.full)
    .send({ name, links: urls.map((url) => ({ url })) });
  const { id, link_results: links } = created.body as Added;
  return { id, name, links: new Map(links.map(({ source_name: slug, link_id: linkId }) => [slug, linkId])) };
}

interface Amount {
  readonly count: number;
  readonly isWorse: boolean;
  readonly photoOrigin: string;
  readonly random: () => number;
}

type LinkOfReview = Pick<ReviewSeed, 'accountId' | 'objectId' | 'linkId' | 'sourceId'>;

/** Reviews of the last hundred days, more of them lately. */
function reviewsOf(link: LinkOfReview, slug: string, { count, isWorse, photoOrigin, random }: Amount): ReviewSeed[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: count }, () => {
    const age = DAYS * random() ** 1.4;
    const at = Date.now() - age * DAY_MS;
    const low = isWorse && age < WORSE_DAYS ? 0.5 : 0.1;
    const draw = random();
    const rating = draw < low ? 1 + Math.floor(random() * 2) : draw < low + 0.2 ? 3 : 4 + Math.floor(random() * 2);
    const phrases = random() < 0.7 ? (PHRASES[0] ?? pick(PHRASES)) : pick(PHRASES);
    const text = pick(rating <= 2 ? phrases.bad : rating === 3 ? phrases.fair : phrases.good);
    const isSplit = slug === 'booking' && random() < 0.6;
    const isAnswered = random() < (age < 2 ? 0.3 : age < 12 ? (rating <= 2 ? 0.8 : 0.94) : 1);
    const photos = Array.from({ length: random() < 0.1 ? 3 : 0 }, (_, index) => `${photoOrigin}/${index}.png`);
    return {
      ...link,
      reviewDate: local(at),
      author: random() < 0.04 ? null : pick(phrases.authors),
      rating,
      ratingOriginal: slug === 'booking' ? String(rating * 2) : String(rating),
      ...(isSplit
        ? splitText(pick(LIKED), rating < 5 ? pick(DISLIKED) : null)
        : { text: random() < 0.1 ? null : text }),
      images: photos.length === 0 ? null : photos.map((image) => ({ template_url: null, preview: image, image })),
      seenAt: new Date(Date.now() - 240_000).toISOString(),
      ...(isAnswered
        ? {
            replyText: 'Thank you for telling us. We have passed this on to the whole team.',
            replyDate: local(at + DAY_MS / 2),
          }
        : {}),
    };
  });
}

/** The text of a platform that asks for what was liked and what was not. */
const splitText = (positive: string, negative: string | null): Pick<ReviewSeed, 'text' | 'positive' | 'negative'> => ({
  text: [positive, negative].filter((part) => part !== null).join('\n\n'),
  positive,
  negative,
});

const local = (at: number): string => new Date(Math.min(at, Date.now())).toISOString().slice(0, 19);

/** The state of each link after its last collection; some fail. */
async function collected({ app, account: { accountId } }: JourneyHost): Promise<void> {
  const read = async (columns: string, where: string): Promise<void> => {
    await app.database.query(`update link_collection c set ${columns} where account_id = $1 and (${where})`, [
      accountId,
    ]);
  };
  const source = (slug: string): string => `source_id = (select id from source where slug = '${slug}')`;
  const count = '(select count(*) from review r where r.account_id = c.account_id and r.link_id = c.link_id)';
  await read(
    `last_scraped_at = now() - interval '4 minutes' * (1 + link_id % 5), next_run_at = now() + interval '26 minutes' * (1 + link_id % 9),
     scrape_status = 'success', stop_reason = 'known_reached', platform_review_count = ${count},
     full_pass_at = now() - interval '4 days', road = 'public', read_by = 'public'`,
    'true',
  );
  await read(`road = 'business-profile', read_by = 'owner'`, source('google'));
  await read(`stop_reason = 'count_mismatch', platform_review_count = ${count} + 16`, source('2gis'));
  await read(
    `stop_reason = 'window_limit', platform_review_count = ${count} * 3`,
    `${source('trustpilot')} and object_id % 2 = 0`,
  );
  await read(
    `scrape_status = 'failed', scrape_error = 'blocked: a bot check instead of the page', stop_reason = 'blocked', failures = 3,
     failing_since = now() - interval '14 hours', last_scraped_at = now() - interval '50 minutes'`,
    `${source('trustpilot')} and link_id in (select max(link_id) from link_collection where account_id = $1 group by source_id, object_id % 9)
     or ${source('trustpilot')} and link_id = (select min(link_id) from link_collection where account_id = $1 and ${source('trustpilot')})`,
  );
  await read(
    `scrape_status = 'failed', scrape_error = 'page_not_found: the page does not exist', stop_reason = 'page_not_found', failures = 10,
     frozen_at = now() - interval '6 days', failing_since = now() - interval '8 days', last_scraped_at = now() - interval '3 days'`,
    `${source('2gis')} and link_id = (select max(link_id) from link_collection where account_id = $1 and ${source('2gis')})`,
  );
  await app.database.query(
    `update link l set scraped_object_name = o.name from tracked_object o where o.id = l.object_id and l.account_id = $1 and l.id % 3 > 0`,
    [accountId],
  );
}

/** Two levels: the countries, and one folder below the first. Returns the id of the first. */
async function foldersOf(host: JourneyHost, plan: TownPlan, objects: readonly TownObject[]): Promise<number> {
  const add = async (name: string, parentId: number | null, ids: readonly number[]): Promise<number> => {
    const { app, account } = host;
    const created = await app.agent
      .post('/v3/folders')
      .set('X-API-Key', account.full)
      .send({ name, parent_folder_id: parentId });
    const { id } = created.body as { id: number };
    if (id === undefined) throw new Error(`no folder ${name}: ${created.text}`);
    if (ids.length > 0)
      await app.database.query(
        `insert into folder_object (account_id, folder_id, object_id) select $1, $2, unnest($3::bigint[])`,
        [account.accountId, id, ids],
      );
    return id;
  };
  let first = 0;
  for (const [name, words] of Object.entries(plan.folders)) {
    const members = objects.filter((object) =>
      words.some((word) => object.name.endsWith(word) || object.name.includes(` ${word} `)),
    );
    const id = await add(
      name,
      null,
      members.map((object) => object.id),
    );
    if (first === 0) {
      first = id;
      await add(
        'North',
        id,
        members.slice(0, 3).map((object) => object.id),
      );
      await add(
        'Coast',
        id,
        members.slice(2, 5).map((object) => object.id),
      );
    }
  }
  return first;
}
