/**
 * The bytes of a delivery (contract §6.2). They are rendered once, and every attempt sends the same bytes. The schema version decides
 * the names of fields; the size limit decides whether reviews are included.
 */
import { wireTime } from '@libs/kernel';
import type { SchemaVersion } from '../domain/subscription';
import { summaryOf, type BatchSummary, type ObjectReviews, type ReviewBatch } from './batch';
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
 * The body of a batch, of at most `maxBytes`. Where it would be larger, reviews are left out. Where that is still too large (thousands
 * of objects), names are empty; then only as many objects as fit are included, in their order. `summary` always counts all.
 */
export function renderReviews(batch: ReviewBatch, options: RenderOptions): RenderedBody {
  const summary = summaryOf(batch);
  const whole = fits(batch, options) ? render(batch, summary, options, false) : null;
  if (whole !== null && whole.length <= options.maxBytes) return { bytes: whole, truncated: false };
  const short = render(batch, summary, options, true);
  if (short.length <= options.maxBytes) return { bytes: short, truncated: true };
  const nameless = { ...batch, objects: batch.objects.map((object) => ({ ...object, name: '' })) };
  const heads = render(nameless, summary, options, true);
  if (heads.length <= options.maxBytes) return { bytes: heads, truncated: true };
  return { bytes: render(leading(nameless, summary, options), summary, options, true), truncated: true };
}

const COMMA = 1;

/** As many objects of a batch as fit without their reviews. */
function leading(batch: ReviewBatch, summary: BatchSummary, options: RenderOptions): ReviewBatch {
  const body = options.schemaVersion === 2 ? objectV2 : objectV3;
  // Each object is counted with a comma, and the first has none.
  let left = options.maxBytes - render({ ...batch, objects: [] }, summary, options, true).length + COMMA;
  const end = batch.objects.findIndex((object) => {
    left -= Buffer.byteLength(JSON.stringify(body(object, false))) + COMMA;
    return left < 0;
  });
  return { ...batch, objects: batch.objects.slice(0, end) };
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
    schema_version: String(finished.schemaVersion),
    event: 'scrape.run.finished',
    delivery_id: finished.deliveryId,
    occurred_at: wireTime(finished.occurredAt),
    finished_at: wireTime(finished.finishedAt),
    ...(finished.test ? { test: true } : {}),
  };
  return Buffer.from(JSON.stringify(body));
}

function render(batch: ReviewBatch, summary: BatchSummary, options: RenderOptions, truncated: boolean): Buffer {
  const body =
    options.schemaVersion === 2
      ? reviewsEventV2(batch, each(batch, objectV2, truncated), summary, truncated)
      : reviewsEventV3(batch, each(batch, objectV3, truncated), summary, truncated);
  return Buffer.from(JSON.stringify(options.test ? { ...body, test: true } : body));
}

type ObjectBody<T> = (object: ObjectReviews, withReviews: boolean) => T;

const each = <T>({ objects }: ReviewBatch, body: ObjectBody<T>, truncated: boolean): readonly T[] =>
  objects.map((object) => body(object, !truncated));

/** Whether the texts alone do not exceed the limit: a first collection may have hundreds of thousands of reviews. */
function fits({ objects }: ReviewBatch, { maxBytes }: RenderOptions): boolean {
  let least = 0;
  for (const { reviews } of objects) {
    for (const { text, replyText } of reviews) {
      least += LEAST_BYTES_OF_A_REVIEW + (text?.length ?? 0) + (replyText?.length ?? 0);
      if (least > maxBytes) return false;
    }
  }
  return true;
}

/** Less than the bytes of its field names in either version. */
const LEAST_BYTES_OF_A_REVIEW = 150;
