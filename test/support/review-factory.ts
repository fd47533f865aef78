import type { Database } from '@libs/database';
import { CONTENT_COLUMNS, type ContentColumn } from '@src/reviews/persistence/review-columns';

type TextColumn = Extract<ContentColumn, { readonly type: 'text' }>;
type Texts = Readonly<Partial<Record<TextColumn['content']['key'], string | null>>>;

/**
 * A review to insert. Tests of queries insert thousands at a time. The rows bypass the intake on purpose: a query must be correct
 * for every content of the table.
 */
export interface ReviewSeed extends Texts {
  readonly accountId: number;
  readonly objectId: number;
  readonly linkId: number;
  readonly sourceId: number;
  readonly externalId?: string;
  /** Local time of the platform. */
  readonly reviewDate?: string | null;
  /** Stars. */
  readonly rating?: number | null;
  readonly replyDate?: string | null;
  readonly images?: readonly object[] | null;
  readonly videos?: readonly object[] | null;
  /** Instants in UTC. */
  readonly updatedAt?: string;
  readonly seenAt?: string;
  readonly missedAt?: string | null;
  readonly deletedAt?: string | null;
  readonly hiddenAt?: string | null;
  readonly pinPosition?: number | null;
  /** `und` if it is absent. */
  readonly language?: string;
}

const DEFAULT_TIME = '2026-11-20T08:00:00Z';

const TEXTS = CONTENT_COLUMNS.filter((column): column is TextColumn => column.type === 'text');
const NAMES = TEXTS.map(({ name }) => name);

/** A value for each text of a review, which names its column. */
export const EVERY_TEXT: Texts = Object.fromEntries(TEXTS.map(({ name, content }) => [content.key, `its ${name}`]));

/** The values of `EVERY_TEXT` that are among these fields of the wire, by field. */
export function everyTextIn(fields: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(NAMES.filter((name) => fields.includes(name)).map((name) => [name, `its ${name}`]));
}

const INSERT = `
  insert into review (account_id, object_id, link_id, source_id, change_seq, review_date, reply_date, first_seen_at, updated_at,
    seen_at, missed_at, deleted_at, hidden_at, pinned_at, pin_position, rating, date_precision, is_native, content_hash,
    external_id, images, videos, language, detector, ${NAMES.join(', ')})
  select s.account_id, s.object_id, s.link_id, s.source_id, 1, s.review_date, s.reply_date, s.seen_at, s.updated_at,
    s.seen_at, s.missed_at, s.deleted_at, s.hidden_at, case when s.pin_position is not null then s.updated_at end, s.pin_position,
    s.rating, 0, true, '\\x00', s.external_id, s.images, s.videos, s.language, 1, ${NAMES.map((name) => `s.${name}`).join(', ')}
  from json_to_recordset($1::json) s (
    account_id bigint, object_id bigint, link_id bigint, source_id int, review_date timestamp(0), reply_date timestamp(0),
    seen_at timestamptz, updated_at timestamptz, missed_at timestamptz, deleted_at timestamptz, hidden_at timestamptz,
    pin_position smallint, rating smallint, external_id text, images json, videos json, language text,
    ${NAMES.map((name) => `${name} text`).join(', ')}
  )
  returning id`;

let insertedSoFar = 0;

/** Inserts the reviews and returns their ids, ascending, in the order of the seeds. */
export async function insertReviews(database: Database, seeds: readonly ReviewSeed[]): Promise<readonly number[]> {
  const rows = await database.query<{ id: number }>(INSERT, [JSON.stringify(seeds.map(recordOf))]);
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

/** Inserts one review and returns its id. */
export async function insertReview(database: Database, seed: ReviewSeed): Promise<number> {
  const [id] = await insertReviews(database, [seed]);
  if (id === undefined) throw new Error('nothing was inserted');
  return id;
}

/** Inserts reviews of one account with its next change numbers, as a collection does: the change stream has them. Returns their ids. */
export async function insertChangedReviews(
  database: Database,
  seeds: readonly ReviewSeed[],
): Promise<readonly number[]> {
  const ids = await insertReviews(database, seeds);
  await database.query(
    `with counter as (
       insert into account_change as c values ($1, $3, clock_timestamp()) on conflict (account_id) do update set
         change_seq = c.change_seq + $3, changed_at = clock_timestamp() returning change_seq
     )
     update review r set change_seq = counter.change_seq - $3 + x.n
     from counter, unnest($2::bigint[]) with ordinality x (id, n) where r.account_id = $1 and r.id = x.id`,
    [seeds[0]?.accountId, ids, ids.length],
  );
  return ids;
}

function recordOf(seed: ReviewSeed): Record<string, unknown> {
  insertedSoFar += 1;
  return {
    account_id: seed.accountId,
    object_id: seed.objectId,
    link_id: seed.linkId,
    source_id: seed.sourceId,
    external_id: seed.externalId ?? `made-${insertedSoFar}`,
    ...Object.fromEntries(TEXTS.map(({ name, content }) => [name, seed[content.key] ?? null])),
    review_date: seed.reviewDate ?? null,
    rating: typeof seed.rating === 'number' ? Math.round(seed.rating * 100) : null,
    reply_date: seed.replyDate ?? null,
    images: seed.images ?? null,
    videos: seed.videos ?? null,
    updated_at: seed.updatedAt ?? DEFAULT_TIME,
    seen_at: seed.seenAt ?? DEFAULT_TIME,
    missed_at: seed.missedAt ?? null,
    deleted_at: seed.deletedAt ?? null,
    hidden_at: seed.hiddenAt ?? null,
    pin_position: seed.pinPosition ?? null,
    language: seed.language ?? 'und',
  };
}
