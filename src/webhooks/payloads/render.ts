/**
 * The bytes of a delivery (contract §6.2). They are rendered once, and every attempt sends the same bytes. The schema
 * version decides the names of fields; the size limit decides whether reviews are included.
 */
import { wireTime } from '@libs/kernel';
import type { SchemaVersion } from '../domain/subscription';
import { messageWithAuthors } from './messages/render-message';
import { summaryOf, type EventSummary, type ObjectReviews, type DeliveryContent } from './body';
import { objectV2, reviewsEventV2, type RunFinishedEventV2 } from './body.v2';
import { objectV3, reviewsEventV3, type RunFinishedEvent } from './body.v3';

export interface RenderOptions {
  readonly schemaVersion: SchemaVersion;
  readonly maxBytes: number;
  /** Marks a test event. */
  readonly test?: boolean;
}

export interface RenderedBody {
  readonly bytes: Buffer;
  readonly truncated: boolean;
}

/**
 * The body of a delivery of reviews, of at most `maxBytes`. If it would be larger, it omits the reviews. If it is still too large
 * (thousands of objects), it has empty names, and then only the first objects, as many as fit. `summary` always counts
 * all reviews.
 */
export function renderReviews(content: DeliveryContent, options: RenderOptions): RenderedBody {
  const summary = summaryOf(content);
  const whole = mayFit(content, options) ? render(content, summary, options, false) : null;
  if (whole !== null && whole.length <= options.maxBytes) return { bytes: whole, truncated: false };
  const withoutReviews = render(content, summary, options, true);
  if (withoutReviews.length <= options.maxBytes) return { bytes: withoutReviews, truncated: true };
  const nameless = { ...content, objects: content.objects.map((object) => ({ ...object, name: '' })) };
  const withoutNames = render(nameless, summary, options, true);
  if (withoutNames.length <= options.maxBytes) return { bytes: withoutNames, truncated: true };
  return { bytes: render(firstObjects(nameless, summary, options), summary, options, true), truncated: true };
}

const COMMA_BYTES = 1;

/** The content with only the first objects, as many as fit without their reviews. */
function firstObjects(content: DeliveryContent, summary: EventSummary, options: RenderOptions): DeliveryContent {
  const body = options.schemaVersion === 2 ? objectV2 : objectV3;
  // Each object is counted with a comma, which the first one does not have.
  let bytesLeft = options.maxBytes - render({ ...content, objects: [] }, summary, options, true).length + COMMA_BYTES;
  const end = content.objects.findIndex((object) => {
    bytesLeft -= Buffer.byteLength(JSON.stringify(body(object, true))) + COMMA_BYTES;
    return bytesLeft < 0;
  });
  return { ...content, objects: content.objects.slice(0, end) };
}

export interface RunFinished {
  readonly deliveryId: number;
  readonly occurredAt: Date;
  readonly finishedAt: Date;
  readonly schemaVersion: SchemaVersion;
  /** Marks a test event. */
  readonly test?: boolean;
}

/** The body of `scrape.run.finished`; the versions differ in `schema_version` only. */
export function renderRunFinished(finished: RunFinished): Buffer {
  const body: RunFinishedEvent | RunFinishedEventV2 = {
    schema_version: finished.schemaVersion === 2 ? '2' : '3',
    event: 'scrape.run.finished',
    delivery_id: finished.deliveryId,
    occurred_at: wireTime(finished.occurredAt),
    finished_at: wireTime(finished.finishedAt),
    ...(finished.test ? { test: true } : {}),
  };
  return Buffer.from(JSON.stringify(body));
}

function render(content: DeliveryContent, summary: EventSummary, options: RenderOptions, truncated: boolean): Buffer {
  const body =
    options.schemaVersion === 2
      ? reviewsEventV2(content, bodiesOf(content, objectV2, truncated), summary, truncated)
      : reviewsEventV3(content, bodiesOf(content, objectV3, truncated), summary, truncated);
  return Buffer.from(JSON.stringify(options.test ? { ...body, test: true } : body));
}

type ObjectBody<T> = (object: ObjectReviews, truncated: boolean) => T;

const bodiesOf = <T>({ objects }: DeliveryContent, body: ObjectBody<T>, truncated: boolean): readonly T[] =>
  objects.map((object) => body(object, truncated));

/**
 * Returns false if a lower bound of the size exceeds the limit, so that many thousands of reviews are not rendered needlessly.
 */
function mayFit({ objects }: DeliveryContent, { maxBytes }: RenderOptions): boolean {
  let minBytes = 0;
  for (const { reviews } of objects) {
    for (const { text, reply_text: reply } of reviews) {
      minBytes += MIN_REVIEW_BYTES + (text?.length ?? 0) + (reply?.length ?? 0);
      if (minBytes > maxBytes) return false;
    }
  }
  return true;
}

/** Lower bound of the bytes that a review without its texts adds to a body, in both versions. */
export const MIN_REVIEW_BYTES = 150;

/** A review in a body of either version. */
interface ReviewInBody {
  readonly id: number;
  author: string | null;
}

/**
 * The body of a delivery with these authors of reviews, by id, and every other byte unchanged; null if it has the same
 * authors, or none of these reviews. Bodies are JSON as `render` writes it, or messages of services.
 */
export function bodyWithAuthors(body: string, authors: ReadonlyMap<number, string | null>): string | null {
  const parsed = JSON.parse(body) as Partial<Record<'groups' | 'objects', readonly { reviews?: ReviewInBody[] }[]>>;
  const message = messageWithAuthors(parsed, authors);
  if (message !== undefined) return message;
  let isChanged = false;
  for (const { reviews = [] } of parsed.objects ?? parsed.groups ?? []) {
    for (const review of reviews) {
      const author = authors.get(review.id);
      if (author === undefined || author === review.author) continue;
      review.author = author;
      isChanged = true;
    }
  }
  return isChanged ? JSON.stringify(parsed) : null;
}
