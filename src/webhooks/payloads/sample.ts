/** The sample event of test deliveries and of the API reference (contract §6.2). Its ids are 0; no stored row has this id. */
import type { EventType, SchemaVersion } from '../domain/subscription';
import { renderReviews, renderRunFinished } from './render';
import { NO_VALUES, type ReviewInEvent } from './review';

const REVIEW: ReviewInEvent = {
  ...NO_VALUES,
  id: 0,
  external_review_id: 'sample-1',
  source_id: 1,
  source_slug: 'app-store',
  rating: 4.5,
  text: 'A sample review, made up to show what deliveries look like.',
  author: 'Anna M.',
  review_date: '2026-11-20T18:45:00',
  url: 'https://apps.apple.com/us/app/sample/id1',
  has_images: false,
};

const REPLIED: ReviewInEvent = { ...REVIEW, reply_text: 'Thank you, Anna!', reply_date: '2026-11-20T20:10:00' };

export interface SampleHead {
  readonly event: EventType;
  readonly deliveryId: number;
  readonly occurredAt: Date;
  readonly schemaVersion: SchemaVersion;
  /** Marks the body as a test. */
  readonly test: boolean;
}

/** The bytes of a sample event. */
export function renderSample({ event, test, ...head }: SampleHead): Buffer {
  const { deliveryId, occurredAt, schemaVersion } = head;
  if (event === 'scrape.run.finished') return renderRunFinished({ ...head, finishedAt: occurredAt, test });
  const reviews = [event === 'replies.new' ? REPLIED : REVIEW];
  const objects = [{ objectId: 0, name: 'Sample object', reviews }];
  const options = { schemaVersion, maxBytes: Number.MAX_SAFE_INTEGER, test };
  return renderReviews({ deliveryId, event, occurredAt, objects }, options).bytes;
}
