import { ApiSchema } from '@nestjs/swagger';
import type { Config } from '@libs/config';
import { BodyMailAddress, BodyName, Input, Shape } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { KEY_SCOPES, PLAN_NAMES, seesAdministration, type Account, type Caller } from '@src/auth';
import { objectCreationBudget, type ObjectCounts } from '@src/objects';
import { SWITCHES, type SwitchedOff } from '@src/switches';

@ApiSchema({ description: 'Fields of the account to change; an absent field stays as it is.' })
export class AccountBody extends Input({
  name: BodyName({ description: 'New name.', min: 1, max: 200, optional: true, example: 'Harbor Hotels' }),
  email: BodyMailAddress({
    description: 'Address that notices are mailed to; null: they are mailed to members only.',
    optional: true,
    nullable: true,
    example: 'owner@example.com',
  }),
}) {}

@ApiSchema({ description: 'The confirmation that closes an account.' })
export class ClosingBody extends Input({
  name: BodyName({ description: 'The name of the account.', min: 1, max: 200, example: 'Harbor Hotels' }),
}) {}

@ApiSchema({ description: 'Limits of the plan; null for no limit.' })
export class AccountLimits extends Shape({
  object_ceiling: { type: 'integer', description: 'Largest number of active objects.', example: 50 },
  objects_created_per_30_days: {
    type: 'integer',
    description: 'Objects that may be created in 30 days.',
    example: 160,
  },
  allowed_sources: {
    type: 'string',
    list: true,
    nullable: true,
    description: 'Slugs of the platforms in the plan; null is all.',
  },
  can_publish_replies: { type: 'boolean', description: 'Whether replies may be published.' },
  visible_reviews_per_link: {
    type: 'integer',
    nullable: true,
    description: 'Latest reviews that are visible per link; null is all.',
  },
  trial_replies_per_source: {
    type: 'integer',
    nullable: true,
    description: 'Replies that may be published per platform; null is no limit.',
  },
  requests_per_minute: { type: 'integer', description: 'Requests per minute and key.', example: 300 },
}) {}

@ApiSchema({ description: 'Usage of the plan by the account.' })
export class AccountUsageShown extends Shape({
  active_objects: { type: 'integer', description: 'Active objects now.' },
  objects_created_in_30_days: {
    type: 'integer',
    description: 'Objects created in the last 30 days, including deleted ones.',
  },
}) {}

@ApiSchema({ description: 'The times of collection, which are the same for every account of the installation.' })
export class CollectionTimes extends Shape({
  every_seconds: {
    type: 'integer',
    description: 'Seconds between two collections of a link that is read from public pages.',
    example: 21_600,
  },
  owner_every_seconds: {
    type: 'integer',
    description:
      'Seconds between two collections of a link that is read by its owner (`read_by`); roads with `min_every_seconds` are read less often.',
    example: 1_800,
  },
  min_gap_seconds: {
    type: 'integer',
    description:
      '`POST /v3/objects/{object_id}/collect` skips links that were collected less than this many seconds ago.',
    example: 600,
  },
}) {}

@ApiSchema({ description: 'What the operator has switched off for all accounts.' })
export class SwitchedOffShown extends Shape({
  switch: {
    type: 'string',
    values: SWITCHES,
    description:
      '`replies`: they are accepted and stay `pending`. `webhooks`: deliveries are recorded and stay `pending`; of one platform, those with its reviews. `collection`: links keep their due times and are not collected.',
  },
  source_id: { type: 'integer', nullable: true, description: 'The platform; null: all platforms.', example: null },
  source_slug: {
    type: 'string',
    nullable: true,
    description: 'Machine name of the platform; null: all platforms.',
    example: null,
  },
  since: { type: 'date-time', description: 'Since when it is off.' },
}) {}

@ApiSchema({ description: 'The account that the key belongs to.' })
export class AccountShown extends Shape({
  id: { type: 'integer', description: 'Id of the account.' },
  name: { type: 'string', description: 'Name of the account.', example: 'Harbor Hotels' },
  email: {
    type: 'string',
    nullable: true,
    description:
      'Address that notices are mailed to; null if there is none, and for the scopes `read_only` and `propose`.',
    example: 'owner@example.com',
  },
  plan: { type: 'string', values: PLAN_NAMES, description: 'The plan.' },
  status: {
    type: 'string',
    values: ['active', 'suspended'],
    description: '`suspended`: every other request with a key gets 402.',
  },
  suspended_reason: {
    type: 'string',
    nullable: true,
    description: 'Why the operator suspended the account; null: no reason.',
  },
  closed_at: {
    type: 'date-time',
    nullable: true,
    description: 'When an owner closed the account; its data is erased 30 days later. Null: it is not closed.',
    example: null,
  },
  trial_ends_at: {
    type: 'date-time',
    nullable: true,
    description: 'When the trial ends or ended; null if there is none.',
  },
  scope: { type: 'string', values: KEY_SCOPES, description: 'Scope of the key of this request.' },
  limits: { type: () => AccountLimits, description: 'Limits of the plan.' },
  usage: { type: () => AccountUsageShown, description: 'Usage of the plan.' },
  collection: { type: () => CollectionTimes, description: 'The times of collection.' },
  switched_off: {
    type: () => SwitchedOffShown,
    list: true,
    description: 'What the operator has switched off for all accounts; empty if everything is on.',
  },
}) {}

export interface AccountFacts {
  readonly account: Account;
  readonly caller: Caller;
  readonly usage: ObjectCounts;
  readonly switchedOff: readonly (SwitchedOff & { readonly sourceSlug: string | null })[];
  readonly config: Pick<
    Config,
    'HREV_RATE_LIMIT' | 'HREV_COLLECT_EVERY' | 'HREV_COLLECT_OWNER_EVERY' | 'HREV_COLLECT_MIN_GAP'
  >;
}

export function presentAccount({ account, caller, usage, switchedOff, config }: AccountFacts): AccountShown {
  const { entitlements } = account;
  return {
    id: account.id,
    name: account.name,
    email: seesAdministration(caller.keyScope) ? account.email : null,
    plan: account.plan,
    status: account.status === 'suspended' || account.trialIsOver ? 'suspended' : 'active',
    suspended_reason: account.suspendedReason,
    closed_at: wireTimeOrNull(account.closedAt),
    trial_ends_at: wireTimeOrNull(account.trialEndsAt),
    scope: caller.keyScope,
    limits: {
      object_ceiling: entitlements.objectCeiling,
      objects_created_per_30_days: objectCreationBudget(entitlements),
      allowed_sources: entitlements.allowedSources,
      can_publish_replies: entitlements.canPublishReplies,
      visible_reviews_per_link: entitlements.visibleReviewsPerLink,
      trial_replies_per_source: entitlements.trialRepliesPerSource,
      requests_per_minute: config.HREV_RATE_LIMIT,
    },
    usage: { active_objects: usage.active, objects_created_in_30_days: usage.createdInWindow },
    collection: {
      every_seconds: config.HREV_COLLECT_EVERY / 1_000,
      owner_every_seconds: config.HREV_COLLECT_OWNER_EVERY / 1_000,
      min_gap_seconds: config.HREV_COLLECT_MIN_GAP / 1_000,
    },
    switched_off: switchedOff.map(({ name, sourceId, sourceSlug, since }) => ({
      switch: name,
      source_id: sourceId,
      source_slug: sourceSlug,
      since: wireTime(since),
    })),
  };
}
