/** The sample event of test deliveries and of the API reference (contract §6.2). Its ids are 0; no stored row has this id. */
import type { EventType, Format, SchemaVersion } from '../domain/subscription';
import type { ObjectReviews } from './body';
import { renderReviewsMessage, renderRunMessage, type MessageOptions } from './messages/render-message';
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
  /** Default: `hrev`. */
  readonly format?: Format;
  /** Marks the body as a test. */
  readonly test: boolean;
}

/** The bytes of a sample event. */
export function renderSample({ event, test, format = 'hrev', ...head }: SampleHead): Buffer {
  const { deliveryId, occurredAt, schemaVersion } = head;
  if (format !== 'hrev') return renderSampleMessage({ event, occurredAt }, { format, place: NOWHERE, test });
  if (event === 'scrape.run.finished') return renderRunFinished({ ...head, finishedAt: occurredAt, test });
  const objects = objectsOf(event);
  const options = { schemaVersion, maxBytes: Number.MAX_SAFE_INTEGER, test };
  return renderReviews({ deliveryId, event, occurredAt, objects }, options).bytes;
}

/** A sample review has no page in the console. */
const NOWHERE = { origin: null, accountId: 0 };

function renderSampleMessage(
  { event, occurredAt }: Pick<SampleHead, 'event' | 'occurredAt'>,
  options: MessageOptions,
): Buffer {
  if (event === 'scrape.run.finished') return renderRunMessage(occurredAt, options);
  return renderReviewsMessage({ event, objects: objectsOf(event) }, options);
}

const objectsOf = (event: EventType): readonly ObjectReviews[] => [
  { objectId: 0, name: 'Sample object', reviews: [event === 'replies.new' ? REPLIED : REVIEW] },
];
