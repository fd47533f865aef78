/**
 * The physical limit of taking reviews in: PostgreSQL's COPY into a table with the columns and the indexes of `review`, and
 * neither triggers nor foreign keys.
 */
import pg from 'pg';
import type { CollectedReview } from '@libs/sources';
import type { IntakeTarget } from '@src/reviews';
import { contentOf } from '@src/reviews/domain/review-content';
import { contentHash } from '@src/reviews/persistence/review-identity';

/** What pg gives a statement that wants to speak the protocol itself; its types leave this out. */
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
    // The end of the statement is told once more when the server is ready.
  }
}

const TABLE = 'review_copy';
const COLUMNS = `account_id, object_id, link_id, change_seq, review_date, reply_date, first_seen_at, updated_at, seen_at, source_id,
  rating, date_precision, is_native, content_hash, external_id, rating_original, author, review_url, text, reply_text, images`;
const CHUNK_BYTES = 65_536;

/** Makes the table that COPY fills, with the indexes that `review` has at this moment. */
export async function makeCopyTable(client: pg.Client): Promise<void> {
  await client.query(`drop table if exists ${TABLE}; create table ${TABLE} (like review including all)`);
}

/** Copies prepared chunks in, as one statement. */
export async function copyIn(client: pg.Client, chunks: readonly Buffer[]): Promise<void> {
  const copy = new CopyIn(`copy ${TABLE} (${COLUMNS}) from stdin`, chunks);
  client.query(copy);
  await copy.done;
}

/** The rows that taking these reviews in would store, as COPY's text. */
export function copyChunks(
  pages: readonly { readonly link: IntakeTarget; readonly reviews: readonly CollectedReview[] }[],
): Buffer[] {
  const chunks: Buffer[] = [];
  let lines: string[] = [];
  let size = 0;
  const flush = (): void => {
    chunks.push(Buffer.from(lines.join('')));
    [lines, size] = [[], 0];
  };
  for (const { link, reviews } of pages) {
    for (const review of reviews) {
      const line = copyLine(link, review, chunks.length * 1_000 + lines.length);
      lines.push(line);
      size += line.length;
      if (size > CHUNK_BYTES) flush();
    }
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
