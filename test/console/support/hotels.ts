import { insertReviews, type ReviewSeed } from '@test/support/review-factory';
import type { JourneyHost } from './harbor';

/** An object with its links. */
export interface Hotel {
  readonly objectId: number;
  readonly name: string;
}

interface Added {
  readonly id: number;
  readonly link_results: readonly { readonly link_id: number; readonly source_name: string }[];
}

const NAMES = [
  'Harbor Hotel Porto',
  'Old Pier Restaurant',
  'فندق الميناء الكبير',
  'Donaudampfschifffahrtsgesellschaft',
];
const DAY_MS = 86_400_000;
const DAYS = 70;
/** The first hotel has worse reviews in the last 30 days. */
const FALL_DAYS = 30;

/** Four hotels with two links each, and reviews of the last seventy days up to now. */
export async function someHotels(
  { app, account }: JourneyHost,
  names: readonly string[] = NAMES,
): Promise<readonly Hotel[]> {
  const sources = await app.database.query<{ id: number; slug: string }>('select id, slug from source');
  const hotels: Hotel[] = [];
  const seeds: ReviewSeed[] = [];
  for (const [index, name] of names.entries()) {
    const created = await app.agent
      .post('/v3/objects')
      .set('X-API-Key', account.full)
      .send({
        name,
        links: [
          { url: `https://www.trustpilot.com/review/hotel${index}.example` },
          { url: `https://www.booking.com/hotel/pt/hotel${index}.html` },
        ],
      });
    const { id: objectId, link_results: links } = created.body as Added;
    hotels.push({ objectId, name });
    for (const { link_id: linkId, source_name: slug } of links) {
      const sourceId = sources.find((source) => source.slug === slug)?.id ?? 0;
      seeds.push(...reviewsOf({ accountId: account.accountId, objectId, linkId, sourceId }, index));
    }
  }
  await insertReviews(app.database, seeds);
  await app.database.query(
    `update link_collection set last_scraped_at = clock_timestamp() - interval '4 minutes', scrape_status = 'success',
       stop_reason = 'complete', platform_review_count = 72 where account_id = $1`,
    [account.accountId],
  );
  return hotels;
}

function reviewsOf(
  link: Pick<ReviewSeed, 'accountId' | 'objectId' | 'linkId' | 'sourceId'>,
  hotel: number,
): readonly ReviewSeed[] {
  return Array.from({ length: DAYS }, (_, day) => {
    const date = new Date(Date.now() - day * DAY_MS).toISOString().slice(0, 10);
    const isWorse = hotel === 0 && day < FALL_DAYS;
    const rating = isWorse ? ((day + link.linkId) % 3) + 1 : 3 + ((day + hotel) % 3);
    const hasReply = day % 4 !== 0;
    return {
      ...link,
      reviewDate: `${date}T10:00:00`,
      rating: day % 11 === 7 ? null : rating,
      author: `Guest ${day}`,
      text: day % 5 === 0 ? null : 'The view of the river is the best of the city.',
      ...(hasReply ? { replyText: 'Thank you', replyDate: `${date}T20:00:00` } : {}),
    };
  });
}
