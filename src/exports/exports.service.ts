import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { AppError, notFound } from '@libs/kernel';
import { Wakeups } from '@libs/queue';
import { AuditTrail } from '@src/audit';
import type { Caller } from '@src/auth';
import { ReviewBatchesService } from '@src/reviews';
import {
  KEPT_AT_MOST,
  UNFINISHED_AT_MOST,
  type ExportFormat,
  type ExportRequest,
  type ReviewExport,
} from './domain/export';
import type { ByteRange } from './domain/byte-range';
import { fits, spaceLimits } from './domain/export-space';
import { ExportSpaceQuery } from './persistence/export-space.query';
import { ExportStore } from './persistence/export.store';

export const EXPORTS_DUE = 'exports-due';

/** Exports of an account as clients see them (contract §4.18). `ExportWorker` writes the files. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly database: Database,
    private readonly store: ExportStore,
    private readonly batches: ReviewBatchesService,
    private readonly trail: AuditTrail,
    private readonly wakeups: Wakeups,
    private readonly space: ExportSpaceQuery,
    @Inject(CONFIG) private readonly config: Pick<Config, 'HREV_EXPORT_SPACE' | 'HREV_EXPORT_SPACE_TOTAL'>,
  ) {}

  /** Throws 404 and 422 as the feed does for the same filters, and `conflict` if the account has too many exports. */
  async request(caller: Caller, format: ExportFormat, request: ExportRequest): Promise<ReviewExport> {
    const { accountId } = caller;
    await this.batches.scope(caller, request.selection, request.filters);
    return this.database.transaction(async () => {
      const { unfinished, kept } = await this.store.use(accountId);
      if (unfinished >= UNFINISHED_AT_MOST)
        throw new AppError('conflict', `${UNFINISHED_AT_MOST} exports are being written; wait for one or delete it`);
      if (kept >= KEPT_AT_MOST)
        throw new AppError('conflict', `An account keeps at most ${KEPT_AT_MOST} exports; delete one`);
      if (!fits(await this.space.of(accountId), 1, spaceLimits(this.config)))
        throw new AppError(
          'conflict',
          'The files of exports take too much space; delete one, or wait until one expires',
        );
      const made = await this.store.insert(accountId, format, request);
      await this.record('export.requested', accountId, made.id);
      this.database.afterCommit('wake-up of exports', () => this.wakeups.send(EXPORTS_DUE));
      return made;
    });
  }

  /** Newest first. */
  list(accountId: number): Promise<readonly ReviewExport[]> {
    return this.store.list(accountId);
  }

  /** Throws 404 if the account has no such export, or it was deleted or has expired. */
  async single(accountId: number, id: number): Promise<ReviewExport> {
    const found = await this.store.find(accountId, id);
    if (found === null) throw notFound();
    return found;
  }

  /** A finished export, whose file can be read. Throws 404 as `single` does, and `conflict` for one that is not finished. */
  async finished(accountId: number, id: number): Promise<ReviewExport> {
    const found = await this.single(accountId, id);
    if (found.state === 'finished') return found;
    throw new AppError('conflict', `The export is ${found.state}; its file exists once it is finished`);
  }

  /** The bytes of a file in parts of at most 1 MiB, each read when the one before was taken. Throws if the file is removed meanwhile. */
  async *bytes(accountId: number, id: number, { start, end }: ByteRange): AsyncGenerator<Buffer> {
    for (let place = start; place < end;) {
      const chunk = await this.store.chunkAt(accountId, id, place);
      const part = chunk?.content.subarray(place - chunk.startsAt, end - chunk.startsAt);
      if (part === undefined || part.length === 0) throw new Error(`export ${id} was removed during its download`);
      yield part;
      place += part.length;
    }
  }

  /** Removes an export, also one that is being written. Throws 404 as `single` does. */
  async remove(accountId: number, id: number): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.store.remove(accountId, id))) throw notFound();
      await this.record('export.removed', accountId, id);
    });
  }

  private record(action: 'export.requested' | 'export.removed', accountId: number, id: number): Promise<void> {
    return this.trail.recordOfPerson({ action, accountId, target: { type: 'export', id } });
  }
}
