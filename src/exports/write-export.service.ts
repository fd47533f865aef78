import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { AppError, inTurns } from '@libs/kernel';
import { AccountsService } from '@src/auth';
import { BATCH_FIELDS, ReviewBatchesService, type BatchScope } from '@src/reviews';
import { exportErrorOf } from './domain/export';
import { fits, spaceLimits } from './domain/export-space';
import { headOf, linesOf } from './domain/review-lines';
import { ExportLeaseStore, type ClaimedExport } from './persistence/export-lease.store';
import { ExportSpaceQuery } from './persistence/export-space.query';

/** How long a worker writes one file before others that wait have their turn. */
const TURN_MS = 30_000;

/**
 * Writes the file of an export part by part, one batch of reviews each. A part and the position after it are stored in one transaction, so
 * a worker that continues the file of another one neither repeats nor skips a review.
 */
@Injectable()
export class WriteExportService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly batches: ReviewBatchesService,
    private readonly leases: ExportLeaseStore,
    private readonly space: ExportSpaceQuery,
    @Inject(CONFIG) private readonly config: Pick<Config, 'HREV_EXPORT_SPACE' | 'HREV_EXPORT_SPACE_TOTAL'>,
  ) {}

  /** Writes until the file is finished, the turn is over or `signal` is aborted. Throws `LeaseLost`. */
  async write(claim: ClaimedExport, signal: AbortSignal): Promise<void> {
    const scope = await this.scopeOf(claim);
    if (scope === null) return;
    const lastId = claim.lastId ?? (await this.begin(claim, scope));
    const turnEnds = performance.now() + TURN_MS;
    let { afterId, byteCount } = claim;
    while (!signal.aborted && performance.now() < turnEnds) {
      const { items, after } = await this.batches.batch(scope, afterId, lastId);
      const head = byteCount === 0 ? headOf(claim.format, BATCH_FIELDS) : '';
      const bytes = Buffer.from(head + (await inTurns(linesOf(claim.format, BATCH_FIELDS, items))));
      if (!fits(await this.space.of(claim.accountId), bytes.length, spaceLimits(this.config)))
        return this.leases.fail(claim, 'too_large');
      const isLast = after === null;
      await this.leases.append(claim, byteCount, { bytes, rows: items.length, afterId: after ?? lastId, isLast });
      if (isLast) return;
      afterId = after;
      byteCount += bytes.length;
    }
    await this.leases.yield(claim);
  }

  /** Null, and the export has failed, if its object or folder was deleted. */
  private async scopeOf(claim: ClaimedExport): Promise<BatchScope | null> {
    const { accountId, request } = claim;
    try {
      const { entitlements } = await this.accounts.find(accountId);
      return await this.batches.scope({ accountId, entitlements }, request.selection, request.filters);
    } catch (error) {
      const code = error instanceof AppError ? exportErrorOf(error.code) : null;
      if (code === null) throw error;
      await this.leases.fail(claim, code);
      return null;
    }
  }

  private async begin(claim: ClaimedExport, scope: BatchScope): Promise<number> {
    const bounds = await this.batches.bounds(scope);
    await this.leases.begin(claim, bounds);
    return bounds.lastId;
  }
}
