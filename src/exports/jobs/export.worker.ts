import { Injectable } from '@nestjs/common';
import { LeaseLost } from '@libs/leases';
import { LeasedWorker, underLease, WakeupHandlers, type NextPoll } from '@libs/queue';
import { EXPORTS_DUE } from '../exports.service';
import { ExportLeaseStore, type ClaimedExport } from '../persistence/export-lease.store';
import { ATTEMPTS_AT_MOST, pauseAfter } from '../domain/export-ladder';
import { WriteExportService } from '../write-export.service';

/** A batch takes well under a second. */
const LEASE_MS = 10_000;

/** Writes the files of exports. When the process stops, it ends after the current part, and another worker continues. */
@Injectable()
export class ExportWorker extends LeasedWorker<ClaimedExport> {
  constructor(
    handlers: WakeupHandlers,
    private readonly leases: ExportLeaseStore,
    private readonly writing: WriteExportService,
  ) {
    super(handlers, {
      noun: 'exports',
      wakeups: [EXPORTS_DUE],
      slots: 2,
      batch: 1,
      finishMs: 0,
      cleanupMs: 3_000,
      describe: ({ id, accountId }) => ({ export_id: id, account_id: accountId }),
    });
  }

  protected async claim(): Promise<readonly ClaimedExport[]> {
    const claim = await this.leases.claim(LEASE_MS);
    return claim === null ? [] : [claim];
  }

  protected async carryOut(claim: ClaimedExport, stop: AbortSignal): Promise<NextPoll> {
    const job = { leaseMs: LEASE_MS, renew: () => this.leases.renew(claim, LEASE_MS) };
    try {
      // Workers that died in an attempt have not counted it as failed.
      if (claim.attempt > ATTEMPTS_AT_MOST) await this.leases.fail(claim, 'internal');
      else await underLease(job, stop, (signal) => this.writing.write(claim, signal));
    } catch (error) {
      // The client deleted the export, or another worker continues it.
      if (error instanceof LeaseLost) return 'at_once';
      await this.giveBack(claim, stop);
      throw error;
    }
    return 'at_once';
  }

  /** After an unexpected error: the export is tried again later, or has failed. One that the end of the process interrupted is continued. */
  private async giveBack(claim: ClaimedExport, stop: AbortSignal): Promise<void> {
    const pauseMs = pauseAfter(claim.attempt);
    if (stop.aborted) await this.leases.yield(claim);
    else if (pauseMs === null) await this.leases.fail(claim, 'internal');
    else await this.leases.retryLater(claim, pauseMs);
  }
}
