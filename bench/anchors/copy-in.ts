/**
 * The physical limit of ingesting reviews: PostgreSQL's COPY of the same reviews and their raw records into tables with the
 * columns and the indexes of `review` and `review_raw`, without triggers, in one transaction.
 */
import pg from 'pg';
import type { CollectedReview } from '@libs/sources';
import type { IntakeTarget } from '@src/reviews';
import { contentOf } from '@src/reviews/intake/domain/review-content';
import { scrubRaw } from '@src/reviews/intake/domain/scrub-raw';
import { contentHash } from '@src/reviews/intake/persistence/review-identity';

/** Methods of pg for custom statements that its types leave out. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

class CopyIn {
  readonly done: Promise<void>;
  private resolve!: () => void;
  private reject!: (error: Error) => void;

  constructor(
    private readonly statement: string,
    private readonly chunks: readonly Buffer[],
  ) {
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  submit(connection: unknown): void {
    (connection as CopyConnection).query(this.statement);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    for (const chunk of this.chunks) connection.sendCopyFromChunk(chunk);
    connection.endCopyFrom();
  }

  handleError(error: Error): void {
    this.reject(error);
  }

  handleReadyForQuery(): void {
    this.resolve();
  }

  handleCommandComplete(): void {
    // The driver signals the end of the statement again when the server is ready.
  }
}

const [TABLE, RAW_TABLE] = ['review_copy', 'review_raw_copy'];
const COLUMNS = `account_id, object_id, link_id, change_seq, review_date, reply_date, first_seen_at, updated_at, seen_at, source_id,
  rating, date_precision, is_native, content_hash, external_id, rating_original, author, review_url, text, reply_text, images`;
const CHUNK_BYTES = 65_536;

/** The COPY text of some reviews: the rows and their raw records. */
export interface CopyText {
  readonly reviews: readonly Buffer[];
  readonly raws: readonly Buffer[];
}

/** Above every id that the product assigns in a run, so that COPY inserts no existing id. */
const FIRST_ID = 1_000_000_000;

/**
 * Creates the tables that COPY fills, with copies of the product's current reviews and indexes: an entry costs more in a large
 * index than in an empty one.
 */
export async function makeCopyTables(client: pg.Client): Promise<void> {
  await client.query(`drop table if exists ${TABLE}, ${RAW_TABLE};
    create table ${TABLE} (like review including all); create table ${RAW_TABLE} (like review_raw including all);
    alter table ${TABLE} alter id restart with ${FIRST_ID}`);
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_name = 'review' and is_generated = 'NEVER'`,
  );
  const columns = rows[0]?.columns ?? '';
  await client.query(`insert into ${TABLE} (${columns}) overriding system value select ${columns} from review order by id;
    insert into ${RAW_TABLE} select * from review_raw order by review_id`);
  // As after loading: the pending list of the search index is empty.
  await client.query(`vacuum (analyze) ${TABLE}, ${RAW_TABLE}`);
}

/** Copies prepared text in one transaction. */
export async function copyIn(client: pg.Client, { reviews, raws }: CopyText): Promise<void> {
  await client.query('begin');
  for (const copy of [
    new CopyIn(`copy ${TABLE} (${COLUMNS}) from stdin`, reviews),
    new CopyIn(`copy ${RAW_TABLE} (account_id, review_id, raw) from stdin`, raws),
  ]) {
    client.query(copy);
    await copy.done;
  }
  await client.query('commit');
}

/** The rows that ingesting these reviews would store, as COPY text. `place` is above all positions copied before. */
export function copyText(
  pages: readonly { readonly link: IntakeTarget; readonly reviews: readonly CollectedReview[] }[],
  place: number,
): CopyText {
  const firstId = FIRST_ID + place;
  const all = pages.flatMap(({ link, reviews }) => reviews.map((review) => ({ link, review })));
  return {
    reviews: chunksOf(all.map(({ link, review }, n) => copyLine(link, review, firstId + n))),
    raws: chunksOf(
      all.map(({ link, review }, n) => {
        const raw = JSON.stringify(scrubRaw(review.raw, review.author, link.rawPrivacy));
        return `${link.accountId}\t${firstId + n}\t${copyValue(raw)}\n`;
      }),
    ),
  };
}

function chunksOf(lines: readonly string[]): Buffer[] {
  const chunks: Buffer[] = [];
  let [chunk, size]: [string[], number] = [[], 0];
  const flush = (): void => {
    chunks.push(Buffer.from(chunk.join('')));
    [chunk, size] = [[], 0];
  };
  for (const line of lines) {
    chunk.push(line);
    size += line.length;
    if (size > CHUNK_BYTES) flush();
  }
  flush();
  return chunks;
}

function copyLine(link: IntakeTarget, review: CollectedReview, change: number): string {
  const content = contentOf(review);
  const now = '2026-11-01 00:00:00+00';
  const images = content.images.map((image) => ({
    template_url: image.templateUrl,
    preview: image.preview,
    image: image.image,
  }));
  const values = [
    link.accountId,
    link.objectId,
    link.linkId,
    change,
    content.reviewDate,
    content.replyDate,
    now,
    now,
    now,
    link.sourceId,
    content.rating,
    0,
    content.isNative,
    `\\x${contentHash(content)}`,
    review.externalId,
    content.ratingOriginal,
    content.author,
    content.reviewUrl,
    content.text,
    content.replyText,
    images.length === 0 ? null : JSON.stringify(images),
  ];
  return `${values.map(copyValue).join('\t')}\n`;
}

function copyValue(value: string | number | boolean | null): string {
  if (value === null) return '\\N';
  return String(value).replace(/[\\\n\r\t]/g, (sign) => ESCAPES[sign] ?? sign);
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
