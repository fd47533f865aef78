import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { targetRefusal, WEBHOOK_EGRESS } from '@libs/egress';
import { AppError, notFound } from '@libs/kernel';
import { AuditTrail } from '@src/audit';
import { ObjectDirectory } from '@src/objects';
import { factsOf, factsOfChange } from './domain/audited-webhook';
import { assertMayHaveHeaders, assertOwnHeaders, type OwnHeaders } from '../domain/own-headers';
import {
  assertEventTypesOf,
  assertFormatOf,
  assertMayCreate,
  assertTargetFits,
  applyChange,
  isShownIn,
  type SchemaVersion,
  type Subscription,
  type SubscriptionChange,
  type SubscriptionSettings,
} from '../domain/subscription';
import { OwnHeadersService } from '../own-headers.service';
import { DeliveryStore } from './persistence/delivery.store';
import { WebhookStore } from './persistence/webhook.store';

/** Creating, changing and deleting the webhooks of an account (contract §4.11). */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhookStore,
    private readonly objects: ObjectDirectory,
    private readonly deliveries: DeliveryStore,
    private readonly headers: OwnHeadersService,
    private readonly trail: AuditTrail,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * `headers`: its own headers. Throws `validation_error` for a target or a header that is not allowed, `not_found` for an object of another
   * account, and `conflict` if the account has fifty webhooks, or for a listener twenty of them. Stores nothing if it throws.
   */
  async create(
    accountId: number,
    version: SchemaVersion,
    settings: SubscriptionSettings,
    headers: OwnHeaders = [],
  ): Promise<Subscription> {
    if (settings.target !== null) this.assertTarget(settings.target);
    assertEventTypesOf(version, settings.eventTypes);
    assertOwnHeaders(headers);
    return this.database.transaction(async () => {
      const saveHeaders = headers.length > 0 ? await this.headers.sealing() : null;
      await this.webhooks.lockAccount(accountId);
      await this.objects.requireAllOwned(accountId, settings.objectIds ?? []);
      assertMayCreate(settings, await this.webhooks.count(accountId));
      const inserted = await this.webhooks.insert(accountId, version, settings);
      await saveHeaders?.({ accountId, webhookId: inserted.id }, headers);
      const webhook = { ...inserted, headerNames: headers.map(([name]) => name) };
      await this.trail.record({
        action: 'webhook.created',
        accountId,
        target: auditTarget(webhook),
        after: factsOf(webhook),
      });
      return webhook;
    });
  }

  /** Webhooks that were created through either version and that clients of `version` see, oldest first. */
  async list(accountId: number, version: SchemaVersion): Promise<readonly Subscription[]> {
    return (await this.webhooks.all(accountId)).filter((webhook) => isShownIn(version, webhook));
  }

  /** Throws 404 if the account has no such webhook, or clients of `version` do not see it. */
  async single(accountId: number, webhookId: number, version: SchemaVersion = 3): Promise<Subscription> {
    return shownIn(version, await this.webhooks.find(accountId, webhookId));
  }

  /**
   * Changes all given settings or none. `headers` replaces its own headers; undefined: they stay. Throws the errors of `create`, and 404
   * as `single`.
   */
  async change(
    accountId: number,
    version: SchemaVersion,
    webhookId: number,
    change: SubscriptionChange,
    headers?: OwnHeaders,
  ): Promise<Subscription> {
    if (typeof change.target === 'string') this.assertTarget(change.target);
    if (headers !== undefined) assertOwnHeaders(headers);
    return this.database.transaction(async () => {
      const saveHeaders = headers === undefined ? null : await this.headers.sealing();
      const webhook = shownIn(version, await this.webhooks.findLocked(accountId, webhookId));
      assertTargetFits(webhook, change);
      if (change.eventTypes !== undefined) assertEventTypesOf(webhook.schemaVersion, change.eventTypes);
      if (change.format !== undefined) assertFormatOf(webhook.schemaVersion, change.format);
      if (headers !== undefined) assertMayHaveHeaders(webhook.schemaVersion);
      await this.objects.requireAllOwned(accountId, change.objectIds ?? []);
      await saveHeaders?.({ accountId, webhookId }, headers ?? []);
      // Pending deliveries of a resumed webhook are due at once.
      if (change.isActive === true) await this.deliveries.makeWebhookDue(accountId, webhookId);
      const after = await this.webhooks.update(accountId, webhookId, applyChange(webhook, change));
      const facts = factsOfChange(webhook, after, headers !== undefined);
      await this.trail.recordChange({ action: 'webhook.changed', accountId, target: auditTarget(webhook), ...facts });
      return after;
    });
  }

  /** Deletes the webhook; no further delivery is sent. Throws 404 as `single`. */
  async remove(accountId: number, version: SchemaVersion, webhookId: number): Promise<void> {
    await this.database.transaction(async () => {
      // Within the transaction, so that a webhook that the version does not show stays.
      const webhook = shownIn(version, await this.webhooks.remove(accountId, webhookId));
      await this.trail.record({
        action: 'webhook.removed',
        accountId,
        target: auditTarget(webhook),
        before: factsOf(webhook),
      });
    });
  }

  /** Checks only the URL. The address that it resolves to is checked at each connection. */
  private assertTarget(target: string): void {
    const refusal = targetRefusal(target, WEBHOOK_EGRESS, { allowPrivate: this.config.HREV_ALLOW_PRIVATE_TARGETS });
    if (refusal !== null) throw new AppError('validation_error', `target: ${refusal}`);
  }
}

const auditTarget = ({ id }: Subscription) => ({ type: 'webhook', id }) as const;

/** Throws 404 for null, and for a webhook that clients of the version do not see. */
function shownIn(version: SchemaVersion, webhook: Subscription | null): Subscription {
  if (webhook === null || !isShownIn(version, webhook)) throw notFound();
  return webhook;
}
