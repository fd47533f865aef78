import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError, cleanTextOrNull, notFound } from '@libs/kernel';
import { AuditTrail } from '@src/audit';
import { SourceCatalogue, type CatalogueSource } from '@src/sources';
import { SourceControlStore } from '../health';
import { PlanRunsService } from './plan-runs.service';

/** Pauses and resumes sources for all accounts, and tries one link. Every change is audited and is an event of the source. */
@Injectable()
export class SourceControlService {
  constructor(
    private readonly database: Database,
    private readonly catalogue: SourceCatalogue,
    private readonly store: SourceControlStore,
    private readonly planner: PlanRunsService,
    private readonly trail: AuditTrail,
  ) {}

  /** The source with this slug. Throws 404 if there is none. */
  source(slug: string): CatalogueSource {
    const source = this.catalogue.bySlug(slug);
    if (source === undefined) throw notFound();
    return source;
  }

  /**
   * Pauses a source, which is the switch of its collection (contract §4.17): no worker claims its links, and they keep their due times.
   * Visits that have begun end before their next request. Another pause replaces the reason.
   */
  async pause(slug: string, reason: string | null): Promise<void> {
    const source = this.source(slug);
    const text = cleanTextOrNull(reason);
    await this.database.transaction(async () => {
      const before = await this.store.pause(source.id, text);
      if (before !== null && before.reason === text) return;
      await this.store.addEvent(source.id, 'paused', { reason: text });
      await this.trail.record({
        action: 'source.paused',
        accountId: null,
        target: { type: 'source', id: source.id },
        ...(before === null ? {} : { before: { reason: before.reason } }),
        after: { slug, reason: text },
      });
    });
  }

  /** Ends a pause; the links that were due are spread over the next hour. Throws `conflict` if the source is not paused. */
  async resume(slug: string, reason: string | null): Promise<void> {
    const source = this.source(slug);
    const text = cleanTextOrNull(reason);
    await this.database.transaction(async () => {
      if (!(await this.store.resume(source.id))) throw new AppError('conflict', 'The source is not paused');
      await this.store.addEvent(source.id, 'resumed', { reason: text });
      await this.trail.record({
        action: 'source.resumed',
        accountId: null,
        target: { type: 'source', id: source.id },
        after: { slug, reason: text },
      });
    });
  }

  /**
   * Plans a visit of one link now, even while the source is paused or rests. Without `linkId` it chooses a link whose last collection
   * succeeded. Throws `conflict` if the source has no such link.
   */
  async tryLink(slug: string, linkId: number | null): Promise<{ readonly linkId: number; readonly runId: number }> {
    const source = this.source(slug);
    return this.database.transaction(async () => {
      const tryout = await this.planner.planTryout(source.id, linkId);
      if (tryout === null)
        throw new AppError('conflict', 'The source has no such link that is on, of an account that is active');
      await this.store.startTryout(source.id, tryout.runId);
      await this.store.addEvent(source.id, 'tried', { link_id: tryout.linkId, run_id: tryout.runId });
      await this.trail.record({
        action: 'source.tried',
        accountId: null,
        target: { type: 'source', id: source.id },
        after: { slug, link_id: tryout.linkId, run_id: tryout.runId },
      });
      return tryout;
    });
  }

  /** Plans a visit of one link of an account now. Throws `conflict` if the link is off, or its source is paused. */
  async collectAgain(accountId: number, linkId: number): Promise<void> {
    if (!(await this.planner.collectLink(accountId, linkId)))
      throw new AppError(
        'conflict',
        'The link is not collected: it, its object or its account is off, or the operator has switched off its collection',
      );
  }
}
