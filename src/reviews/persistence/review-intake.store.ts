import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { CollectedImage, CollectedVideo } from '@libs/sources';
import type { DatePrecision, ReviewContent, ReviewFact } from '../domain/review-content';
import type { MissingReview } from '../domain/missing-reviews';
import type { Change } from './change-counter.store';

/** The link whose reviews are written. */
export interface IntakeLink {
  readonly accountId: number;
  readonly objectId: number;
  readonly linkId: number;
  readonly sourceId: number;
}

/** A review ready to be stored. */
export interface PreparedReview {
  readonly externalId: string;
  readonly content: ReviewContent;
  readonly hash: string;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** What is known of a stored review before its wide row is read. */
export interface KnownReview {
  readonly id: number;
  /** Nothing of it is to be written: its content is as stored, it was neither missed nor deleted, and no reply of ours is awaited. */
  readonly isAsStored: boolean;
}

export interface StoredReview {
  readonly id: number;
  readonly externalId: string;
  readonly hash: string;
  readonly isDeleted: boolean;
  readonly isMissed: boolean;
  /** Milliseconds since the service changed the reply and no collection has shown it; null where none is awaited. */
  readonly ownReplyAgeMs: number | null;
  readonly content: ReviewContent;
}

/** A known review as it shall be. */
export interface RewrittenReview extends PreparedReview {
  readonly id: number;
  /** Its reply is still one of ours that no collection has shown. */
  readonly awaitsOwnReply: boolean;
}

const PRECISIONS: readonly DatePrecision[] = ['exact', 'day', 'relative'];

/** Writes of a collection: reviews, their raw records, their facts. Everything here runs in the caller's transaction. */
@Injectable()
export class ReviewIntakeStore {
  constructor(private readonly database: Database) {}

  /** Which of these the link already has, by their external ids. */
  async known(link: IntakeLink, reviews: readonly PreparedReview[]): Promise<ReadonlyMap<string, KnownReview>> {
    // One text for all: a collection asks this of every review there is, and most of its time went into reading rows.
    const [row] = await this.database.prepared<{ found: string | null }>({
      name: 'intake-known',
      text: `select '[' || string_agg(concat_ws(',', e.n, r.id, case
               when r.missed_at is not null or r.deleted_at is not null or r.own_reply_at is not null then 0
               when r.content_hash <> decode(e.hash, 'hex') then 0 else 1 end), ',') || ']' as found
             from unnest($3::text[], $4::text[]) with ordinality as e(external_id, hash, n)
             join review r on r.account_id = $1 and r.link_id = $2 and r.external_id = e.external_id`,
      values: [link.accountId, link.linkId, reviews.map((one) => one.externalId), reviews.map((one) => one.hash)],
    });
    const found = JSON.parse(row?.found ?? '[]') as number[];
    const known = new Map<string, KnownReview>();
    for (let at = 0; at < found.length; at += 3) {
      const [n, id, isAsStored] = found.slice(at, at + 3) as [number, number, number];
      known.set(reviews[n - 1]?.externalId ?? '', { id, isAsStored: isAsStored === 1 });
    }
    return known;
  }

  /** The whole stored content of some reviews. */
  async stored(accountId: number, ids: readonly number[]): Promise<StoredReview[]> {
    const rows = await this.database.query<StoredRow>(
      `select id, external_id, content_hash, missed_at, deleted_at, author, text, positive, negative, review_date,
              date_precision, rating_original, rating, review_url, reply_text, reply_date, images, videos, is_native,
              extract(epoch from clock_timestamp() - own_reply_at)::float8 * 1000 as own_reply_age
       from review where account_id = $1 and id = any($2::bigint[])`,
      [accountId, ids],
    );
    return rows.map(toStored);
  }

  /**
   * Inserts new reviews; gives the id of each by its external id. The link is held once for the batch, so that no purge takes
   * it away meanwhile; where it is gone or not this account's, nothing is inserted. A review that another transaction
   * inserted since `known` is a violation of `review_external`.
   */
  async insert(
    link: IntakeLink,
    reviews: readonly PreparedReview[],
    change: Change,
  ): Promise<ReadonlyMap<string, number>> {
    // As in `known`, one text for all; which review an id belongs to is told by its change number.
    const [row] = await this.database.query<{ added: string | null }>(
      `with held as (
         select from link where account_id = $1 and object_id = $2 and id = $3 for key share
       ), x as materialized (
         select * from json_to_recordset($7::json) as x(n bigint, raw json, ${CONTENT_TYPES})
       ), added as (
         insert into review (account_id, object_id, link_id, source_id, change_seq, first_seen_at, updated_at, seen_at, ${CONTENT_COLUMNS})
         select $1, $2, $3, $4, $5::bigint + x.n, $6::timestamptz, $6::timestamptz, $6::timestamptz, ${CONTENT_VALUES} from x cross join held
         returning id, change_seq
       ), kept as (
         insert into review_raw (account_id, review_id, raw)
         select $1, added.id, x.raw from added join x on x.n = added.change_seq - $5::bigint
       )
       select '[' || string_agg(concat_ws(',', added.change_seq - $5::bigint, added.id), ',') || ']' as added from added`,
      [
        link.accountId,
        link.objectId,
        link.linkId,
        link.sourceId,
        change.seq,
        change.at,
        JSON.stringify(reviews.map(toRow)),
      ],
    );
    const added = JSON.parse(row?.added ?? '[]') as number[];
    const ids = new Map<string, number>();
    for (let at = 0; at < added.length; at += 2) {
      const [n, id] = added.slice(at, at + 2) as [number, number];
      ids.set(reviews[n - 1]?.externalId ?? '', id);
    }
    return ids;
  }

  /** Writes new content over known reviews and takes back their being missed or deleted. */
  async update(accountId: number, reviews: readonly RewrittenReview[], change: Change): Promise<void> {
    const rows = JSON.stringify(
      reviews.map((review, index) => ({ ...toRow(review, index), id: review.id, awaited: review.awaitsOwnReply })),
    );
    await this.database.query(
      `update review r set change_seq = $2 + x.n, updated_at = $3::timestamptz, seen_at = $3::timestamptz, missed_at = null, deleted_at = null,
         own_reply_at = case when x.awaited then r.own_reply_at end,
         ${CONTENT_NAMES.map((name) => `${name} = ${contentValue(name)}`).join(', ')}
       from json_to_recordset($4::json) as x(n bigint, id bigint, awaited boolean, ${CONTENT_TYPES})
       where r.account_id = $1 and r.id = x.id`,
      [accountId, change.seq, change.at, rows],
    );
    await this.database.query(
      `update review_raw w set raw = x.raw from json_to_recordset($2::json) as x(id bigint, raw json)
       where w.account_id = $1 and w.review_id = x.id`,
      [accountId, rows],
    );
  }

  /** Reviews that a pass missed and that were seen again before they counted as deleted: nothing a client sees changes. */
  async seenAgain(accountId: number, ids: readonly number[]): Promise<void> {
    await this.database.query(
      'update review set missed_at = null, seen_at = clock_timestamp() where account_id = $1 and id = any($2::bigint[])',
      [accountId, ids],
    );
  }

  /** A collection showed the replies as the service left them: nothing a client sees changes. */
  async ownRepliesShown(accountId: number, ids: readonly number[]): Promise<void> {
    await this.database.query(
      'update review set own_reply_at = null where account_id = $1 and id = any($2::bigint[])',
      [accountId, ids],
    );
  }

  /**
   * Not deleted reviews of the link, dated after `from` (null: all, undated ones too), that are not among `seenIds`. Not
   * those of `from` itself: where a window ends in the middle of a day, its neighbours of that day are beyond it.
   */
  async missing(link: IntakeLink, seenIds: readonly number[], from: string | null): Promise<MissingReview[]> {
    return this.database.query<MissingReview>(
      `select r.id, r.missed_at as "missedAt" from review r
       where r.account_id = $1 and r.link_id = $2 and r.flags & 16 = 0 and ($4::timestamp is null or r.review_date > $4::timestamp)
         and not exists (select from unnest($3::bigint[]) as seen(id) where seen.id = r.id)`,
      [link.accountId, link.linkId, seenIds, from],
    );
  }

  /** How many reviews of the link are not deleted. */
  async liveCount(link: IntakeLink): Promise<number> {
    const [row] = await this.database.query<{ n: number }>(
      'select n from link_total where account_id = $1 and object_id = $2 and link_id = $3',
      [link.accountId, link.objectId, link.linkId],
    );
    return row?.n ?? 0;
  }

  /**
   * Notes the first miss. The staircase stops speaking for these reviews, so what it last said of each is written into
   * the row before it does.
   */
  async noteMissed(link: IntakeLink, ids: readonly number[], beganAt: Date): Promise<void> {
    for (const part of inParts(ids)) {
      await this.database.query(
        `update review r set missed_at = $3,
           seen_at = greatest(r.seen_at, c.seen_ats[width_bucket(coalesce(r.review_date, '-infinity'), c.seen_floors)])
         from link_collection c
         where r.account_id = $1 and r.id = any($2::bigint[]) and c.link_id = $4`,
        [link.accountId, part, beganAt, link.linkId],
      );
    }
  }

  async markDeleted(accountId: number, ids: readonly number[], change: Change): Promise<void> {
    let seq = change.seq;
    for (const part of inParts(ids)) {
      await this.database.query(
        `update review r set deleted_at = $3::timestamptz, updated_at = $3::timestamptz, change_seq = $4 + x.n
         from unnest($2::bigint[]) with ordinality as x(id, n) where r.account_id = $1 and r.id = x.id`,
        [accountId, part, change.at, seq],
      );
      seq += part.length;
    }
  }

  /** The newest review of the link that is not among `seenIds`, is not deleted and was not missed; null where there is none. */
  async newestUnseen(link: IntakeLink, seenIds: readonly number[]): Promise<{ reviewDate: string | null } | null> {
    const [row] = await this.database.query<{ reviewDate: string | null }>(
      `select r.review_date as "reviewDate" from review r
       where r.account_id = $1 and r.link_id = $2 and r.flags & 16 = 0 and r.missed_at is null and not (r.id = any($3::bigint[]))
       order by r.review_date desc nulls last, r.id desc limit 1`,
      [link.accountId, link.linkId, seenIds],
    );
    return row ?? null;
  }

  /** Notes what happened, one row for all reviews that share a fact. */
  async recordFacts(
    runId: number,
    objectId: number,
    facts: readonly { readonly id: number; readonly fact: ReviewFact }[],
  ): Promise<void> {
    for (const fact of new Set(facts.map((one) => one.fact))) {
      const ids = facts.filter((one) => one.fact === fact).map((one) => one.id);
      await this.database.query(
        'insert into run_fact (run_id, object_id, fact, review_ids) values ($1, $2, $3, $4::bigint[])',
        [runId, objectId, fact, ids],
      );
    }
  }
}

/** Rows that one statement rewrites well within the time that a process which also serves clients gives it. */
const MOST_ROWS = 10_000;

function inParts(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / MOST_ROWS) }, (_, part) =>
    ids.slice(part * MOST_ROWS, (part + 1) * MOST_ROWS),
  );
}

/** The columns of a review's content with their types, once for every statement above. */
const CONTENT = {
  content_hash: 'text',
  external_id: 'text',
  author: 'text',
  text: 'text',
  positive: 'text',
  negative: 'text',
  review_date: 'timestamp',
  date_precision: 'smallint',
  rating_original: 'text',
  rating: 'smallint',
  review_url: 'text',
  reply_text: 'text',
  reply_date: 'timestamp',
  images: 'json',
  videos: 'json',
  is_native: 'boolean',
} as const;
const CONTENT_NAMES = Object.keys(CONTENT) as readonly (keyof typeof CONTENT)[];
const CONTENT_COLUMNS = CONTENT_NAMES.join(', ');
const CONTENT_TYPES = CONTENT_NAMES.map((name) => `${name} ${CONTENT[name]}`).join(', ');
const CONTENT_VALUES = CONTENT_NAMES.map(contentValue).join(', ');

/** JSON carries no bytes: the hash travels as hexadecimal text. */
function contentValue(name: keyof typeof CONTENT): string {
  return name === 'content_hash' ? `decode(x.content_hash, 'hex')` : `x.${name}`;
}

/** What is null is left out: most of a review's columns are, and everything written here is read again. */
function toRow(review: PreparedReview, index: number): Record<string, unknown> {
  const { content } = review;
  return {
    n: index + 1,
    raw: review.raw,
    content_hash: review.hash,
    external_id: review.externalId,
    author: given(content.author),
    text: given(content.text),
    positive: given(content.positive),
    negative: given(content.negative),
    review_date: given(content.reviewDate),
    date_precision: PRECISIONS.indexOf(content.datePrecision),
    rating_original: given(content.ratingOriginal),
    rating: given(content.rating),
    review_url: given(content.reviewUrl),
    reply_text: given(content.replyText),
    reply_date: given(content.replyDate),
    images: content.images.length === 0 ? undefined : content.images.map(toWireImage),
    videos: content.videos.length === 0 ? undefined : content.videos.map(toWireVideo),
    is_native: content.isNative,
  };
}

const given = <T>(value: T | null): T | undefined => value ?? undefined;

/** Images and videos are stored as the wire shows them, so that reading builds nothing (§2.3). */
function toWireImage(image: CollectedImage): WireImage {
  return { template_url: image.templateUrl, preview: image.preview, image: image.image };
}

function toWireVideo(video: CollectedVideo): WireVideo {
  return {
    kind: video.kind,
    video_url: video.videoUrl,
    thumbnail: video.thumbnail,
    width: video.width,
    height: video.height,
    duration_ms: video.durationMs,
  };
}

interface WireImage {
  template_url: string;
  preview: string | null;
  image: string | null;
}

interface WireVideo {
  kind: CollectedVideo['kind'];
  video_url: string | null;
  thumbnail: string | null;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
}

interface StoredRow {
  id: number;
  external_id: string;
  content_hash: Buffer;
  missed_at: Date | null;
  deleted_at: Date | null;
  author: string | null;
  text: string | null;
  positive: string | null;
  negative: string | null;
  review_date: string | null;
  date_precision: number;
  rating_original: string | null;
  rating: number | null;
  review_url: string | null;
  reply_text: string | null;
  reply_date: string | null;
  images: WireImage[] | null;
  videos: WireVideo[] | null;
  is_native: boolean;
  own_reply_age: number | null;
}

function toStored(row: StoredRow): StoredReview {
  return {
    id: row.id,
    externalId: row.external_id,
    hash: row.content_hash.toString('hex'),
    isDeleted: row.deleted_at !== null,
    isMissed: row.missed_at !== null,
    ownReplyAgeMs: row.own_reply_age,
    content: {
      author: row.author,
      text: row.text,
      positive: row.positive,
      negative: row.negative,
      reviewDate: row.review_date,
      datePrecision: PRECISIONS[row.date_precision] ?? 'exact',
      ratingOriginal: row.rating_original,
      rating: row.rating,
      reviewUrl: row.review_url,
      replyText: row.reply_text,
      replyDate: row.reply_date,
      images: (row.images ?? []).map((image) => ({
        templateUrl: image.template_url,
        preview: image.preview,
        image: image.image,
      })),
      videos: (row.videos ?? []).map((video) => ({
        kind: video.kind,
        videoUrl: video.video_url,
        thumbnail: video.thumbnail,
        width: video.width,
        height: video.height,
        durationMs: video.duration_ms,
      })),
      isNative: row.is_native,
    },
  };
}
