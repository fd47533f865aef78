/** Settings of a webhook in requests that create or change it (contract §4.11, §6.3). */
import { ApiSchema } from '@nestjs/swagger';
import {
  BodyBoolean,
  BodyEnum,
  BodyEnumList,
  BodyIds,
  BodyIntegerList,
  BodyObject,
  BodyText,
  BodyTextList,
  BodyTexts,
  Input,
  invalid,
  refuseEmpty,
} from '@libs/http';
import {
  BATCH_WINDOWS,
  EVENT_TYPES,
  V2_EVENT_TYPES,
  type EventType,
  type SubscriptionChange,
  type SubscriptionSettings,
  FORMATS,
} from '../domain/subscription';
import { MAX_HEADER_VALUE, MAX_OWN_HEADERS, type OwnHeaders } from '../domain/own-headers';
import type { ReviewFilters, Selecting } from '../domain/selection';

@ApiSchema({ description: 'Which reviews are delivered; the fields combine with AND.' })
export class WebhookFiltersBody extends Input({
  allowed_ratings: BodyIntegerList({
    description:
      'Buckets: 5 is exactly 5.0, 4 is 4.0 to below 5.0, 3 and 2 likewise, 1 is below 2.0, 0 is without a rating. Omitted or empty: 1 to 5, every rated review.',
    items: { min: 0, max: 5 },
    max: 6,
    distinct: true,
    optional: true,
    example: [1, 2],
  }),
  allowed_sources: BodyTextList({
    description:
      'Machine names of platforms, case-insensitive; not checked: a misspelled name matches nothing. Omitted, null or empty: all.',
    items: { min: 1, max: 100 },
    max: 100,
    optional: true,
    nullable: true,
    example: ['trustpilot'],
  }),
  has_text: BodyBoolean({ description: 'true: only reviews with text. false does not filter.', optional: true }),
  has_images: BodyBoolean({ description: 'true: only reviews with photos. false does not filter.', optional: true }),
}) {}

const TARGET = {
  description:
    'The URL that receives the deliveries: https, a public host, port 443 or from 1024 up, no user name. Checked here and at every connection.',
  min: 1,
  max: 2048,
  trim: false,
  format: 'uri',
  example: 'https://example.com/hooks/reviews',
} as const;
const OBJECT_IDS = {
  description: 'Objects of the account. Omitted, null or empty: all, including future ones. Folders are not supported.',
  max: 10_000,
  optional: true,
  nullable: true,
  example: [1, 2],
} as const;
const BUCKET_WINDOW = {
  description: '`immediate` (default), or `daily_<HOUR>`: once a day at an hour of UTC.',
  values: BATCH_WINDOWS,
  optional: true,
  example: 'immediate',
} as const;
const FILTERS = {
  description:
    'Reviews that it receives; the fields combine with AND. Omitted or null: every rated review. Does not apply to `scrape.run.finished`.',
  optional: true,
  nullable: true,
} as const;
const HEADERS = {
  description:
    'Headers that are added to its deliveries, by name, such as `Authorization`. The values may be secrets: they are stored sealed and never returned. Headers of the connection, and those that the service sets, are refused.',
  maxEntries: MAX_OWN_HEADERS,
  maxLength: MAX_HEADER_VALUE,
  optional: true,
  nullable: true,
  example: { 'X-Team': 'reviews' },
} as const;
const FORMAT = {
  description:
    'Whose message the body is: `hrev` (default), or `slack`, `teams` or `discord` for the incoming webhooks of that service.',
  values: FORMATS,
  optional: true,
  example: 'hrev',
} as const;
const eventTypes = (values: readonly EventType[]) => ({
  description: 'Events that it receives.',
  values,
  min: 1,
  max: values.length,
  distinct: true,
  example: ['reviews.new'],
});

@ApiSchema({ description: 'Settings of a webhook that are judged on recent reviews.' })
export class PreviewBody extends Input({
  event_types: BodyEnumList(eventTypes(EVENT_TYPES)),
  object_ids: BodyIds(OBJECT_IDS),
  filters: BodyObject(() => WebhookFiltersBody, FILTERS),
  format: BodyEnum(FORMAT),
}) {}

abstract class CreateWebhookFields extends Input({
  object_ids: BodyIds(OBJECT_IDS),
  bucket_window: BodyEnum(BUCKET_WINDOW),
  filters: BodyObject(() => WebhookFiltersBody, FILTERS),
}) {}

@ApiSchema({ description: 'A webhook to create.' })
export class CreateWebhookV2Body extends Input(CreateWebhookFields, {
  target: BodyText(TARGET),
  event_types: BodyEnumList(eventTypes(V2_EVENT_TYPES)),
}) {}

@ApiSchema({ description: 'A webhook to create.' })
export class CreateWebhookBody extends Input(CreateWebhookFields, {
  target: BodyText({
    ...TARGET,
    optional: true,
    description: `${TARGET.description} Required, except of a listener, which has none.`,
  }),
  listener: BodyBoolean({
    description:
      'true: a webhook without a target. A client claims its deliveries with `POST /v3/webhooks/{webhook_id}/claims`, as `hrev listen` does.',
    optional: true,
    insteadOf: 'target',
    example: true,
  }),
  event_types: BodyEnumList(eventTypes(EVENT_TYPES)),
  headers: BodyTexts(HEADERS),
  format: BodyEnum(FORMAT),
}) {}

/** Absent fields stay as they are; at least one field is required. */
abstract class ChangeWebhookFields extends Input({
  target: BodyText({ ...TARGET, optional: true }),
  object_ids: BodyIds(OBJECT_IDS),
  bucket_window: BodyEnum(BUCKET_WINDOW),
  filters: BodyObject(() => WebhookFiltersBody, {
    ...FILTERS,
    description: `${FILTERS.description} Replaced as a whole.`,
  }),
  is_active: BodyBoolean({ description: 'false pauses it, settings are kept; true resumes.', optional: true }),
}) {}

@ApiSchema({ description: 'Changes of a webhook. Absent fields stay as they are.' })
export class ChangeWebhookV2Body extends Input(ChangeWebhookFields, {
  event_types: BodyEnumList({ ...eventTypes(V2_EVENT_TYPES), optional: true }),
}) {}

@ApiSchema({ description: 'Changes of a webhook. Absent fields stay as they are.' })
export class ChangeWebhookBody extends Input(ChangeWebhookFields, {
  event_types: BodyEnumList({ ...eventTypes(EVENT_TYPES), optional: true }),
  headers: BodyTexts({
    ...HEADERS,
    description: `${HEADERS.description} Replaced as a whole; null or {} removes them. Only of a webhook created through v3.`,
  }),
  format: BodyEnum({ ...FORMAT, description: `${FORMAT.description} Only of a webhook created through v3.` }),
}) {}

/** Throws 422 for a listener with a target, and for another webhook without one. */
export function settingsOf(body: CreateWebhookBody | CreateWebhookV2Body): SubscriptionSettings {
  return {
    target: targetOf(body),
    objectIds: objectsOf(body.object_ids ?? null),
    eventTypes: body.event_types,
    batchWindow: body.bucket_window ?? 'immediate',
    filters: filtersOf(body.filters ?? null),
    format: ('format' in body ? body.format : undefined) ?? 'hrev',
    isActive: true,
  };
}

function targetOf(body: CreateWebhookBody | CreateWebhookV2Body): string | null {
  const isListener = 'listener' in body && body.listener === true;
  if (isListener && body.target !== undefined) throw invalid('target', 'a listener has none');
  if (!isListener && body.target === undefined) throw invalid('target', 'is required');
  return body.target ?? null;
}

/** The own headers of the body; undefined: absent. */
export function headersOf(body: CreateWebhookBody | ChangeWebhookBody): OwnHeaders | undefined {
  return body.headers === undefined ? undefined : (body.headers ?? []);
}

/** The reviews that the settings select. */
export function selectionOf(body: PreviewBody): Selecting {
  return { objectIds: objectsOf(body.object_ids ?? null), filters: filtersOf(body.filters ?? null) };
}

/** Maps the body to a change; throws 422 for an empty one. */
export function webhookChangeOf(body: ChangeWebhookBody): SubscriptionChange {
  const change = settingsChangeOf(body);
  refuseEmpty({ ...change, headers: body.headers }, `${NAMES_OF_V2}, headers, format`);
  return change;
}

/** Maps the body of v2 to a change; throws 422 for an empty one. */
export function webhookChangeOfV2(body: ChangeWebhookV2Body): SubscriptionChange {
  const change = settingsChangeOf(body);
  refuseEmpty(change, NAMES_OF_V2);
  return change;
}

const NAMES_OF_V2 = 'target, event_types, object_ids, bucket_window, filters, is_active';

function settingsChangeOf(body: ChangeWebhookBody | ChangeWebhookV2Body): SubscriptionChange {
  return {
    target: body.target,
    objectIds: body.object_ids === undefined ? undefined : objectsOf(body.object_ids),
    eventTypes: body.event_types,
    batchWindow: body.bucket_window,
    filters: body.filters === undefined ? undefined : filtersOf(body.filters),
    format: 'format' in body ? body.format : undefined,
    isActive: body.is_active,
  };
}

/** Each id once. An empty list means all objects, as null does (contract §2.7). */
function objectsOf(objectIds: readonly number[] | null): readonly number[] | null {
  return objectIds === null || objectIds.length === 0 ? null : [...new Set(objectIds)];
}

/** The filters of the body; omitted fields stay omitted. */
function filtersOf(body: WebhookFiltersBody | null): ReviewFilters {
  return { ...body };
}
