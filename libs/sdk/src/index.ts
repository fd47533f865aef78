export { createRequest, Hrev, type CreateRequestOptions } from './client';
export type { DeprecationNotice, OnDeprecation } from './deprecations';
export {
  HrevConnectionError,
  HrevError,
  HrevTimeoutError,
  isHrevError,
  type AnyHrevError,
  type HrevErrorCode,
} from './errors';
export { ERROR_STATUS, type ErrorCode } from './generated/errors.gen';
export { EVENT_TYPES, type EventType } from './generated/events.gen';
export type * from './generated/v3.gen';
export type { ReviewsEventV2, RunFinishedEventV2 } from './generated/v2-webhooks.gen';
export type { List, Page } from './paging';
export { rateLimitOf, type RateLimit } from './rate-limit';
export type { Call, IdempotentOptions, RequestOptions, Send } from './request';
export type { Reviews } from './reviews';
export type { ReviewRemoval, ReviewUpsert, SyncChange, SyncPage, SyncReset, SyncSelection, SyncStore } from './sync';
export type { HrevOptions } from './transport';
export {
  verifyWebhook,
  WebhookVerificationError,
  type WebhookBody,
  type WebhookRefusal,
  type WebhookRequest,
} from './verify-webhook';
