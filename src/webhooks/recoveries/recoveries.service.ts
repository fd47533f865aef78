import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError, notFound, pageOf, type Page, type PageRequest } from '@libs/kernel';
import { AuditTrail } from '@src/audit';
import { RecoveryStore, type NewRecovery, type Recovery } from './persistence/recovery.store';

/** Recoveries of a webhook as clients see them (contract §4.11). `RecoveryRunnerSchedule` executes them in workers. */
@Injectable()
export class RecoveriesService {
  constructor(
    private readonly database: Database,
    private readonly store: RecoveryStore,
    private readonly trail: AuditTrail,
  ) {}

  /** Throws 404 if the account has no such webhook, `conflict` while a recovery runs, and `validation_error` for a wrong period. */
  async start(accountId: number, webhookId: number, request: NewRecovery): Promise<Recovery> {
    return this.database.transaction(async () => {
      if (!(await this.store.hasWebhook(accountId, webhookId, true))) throw notFound();
      if (await this.store.isRunning(accountId, webhookId))
        throw new AppError('conflict', 'A recovery of this webhook is running; wait for its end or stop it');
      const recovery = await this.store.insert(accountId, webhookId, request);
      if (recovery === null)
        throw new AppError('validation_error', 'since: must be within the last 30 days and before until');
      await this.record('recovery.started', accountId, webhookId, recovery.id);
      return recovery;
    });
  }

  /** Newest first. Throws 404 if the account has no such webhook. */
  async page(accountId: number, webhookId: number, page: PageRequest): Promise<Page<Recovery>> {
    if (!(await this.store.hasWebhook(accountId, webhookId, false))) throw notFound();
    const { recoveries, total } = await this.store.page(accountId, webhookId, page);
    return pageOf(recoveries, total, page);
  }

  /** Throws 404 if the account has no such webhook or recovery. */
  async single(accountId: number, webhookId: number, recoveryId: number): Promise<Recovery> {
    const isOwn = await this.store.hasWebhook(accountId, webhookId, false);
    const recovery = isOwn ? await this.store.find(accountId, webhookId, recoveryId) : null;
    if (recovery === null) throw notFound();
    return recovery;
  }

  /** Stops a running recovery: deliveries that it made due are still sent. Throws 404 as `single` does. */
  async stop(accountId: number, webhookId: number, recoveryId: number): Promise<Recovery> {
    return this.database.transaction(async () => {
      await this.single(accountId, webhookId, recoveryId);
      await this.store.stop(accountId, webhookId, recoveryId);
      await this.record('recovery.stopped', accountId, webhookId, recoveryId);
      return this.single(accountId, webhookId, recoveryId);
    });
  }

  private record(
    action: 'recovery.started' | 'recovery.stopped',
    accountId: number,
    webhookId: number,
    recoveryId: number,
  ): Promise<void> {
    const target = { type: 'webhook', id: webhookId } as const;
    return this.trail.recordOfPerson({ action, accountId, target, after: { recovery_id: recoveryId } });
  }
}
