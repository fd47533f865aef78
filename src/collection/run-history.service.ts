import { Injectable } from '@nestjs/common';
import { notFound, pageOf, type Page, type PageRequest } from '@libs/kernel';
import { ObjectDirectory } from '@src/objects';
import { RunHistoryQuery, type RunFilter, type RunResult, type RunLinkResult } from './persistence/run-history.query';

export interface RunWithLinks {
  readonly run: RunResult;
  readonly links: readonly RunLinkResult[];
}

/** Past runs and their results. Runs are kept for 90 days after they ended. */
@Injectable()
export class RunHistoryService {
  constructor(
    private readonly runs: RunHistoryQuery,
    private readonly objects: ObjectDirectory,
  ) {}

  /**
   * The account's runs, newest first; with `objectId`, only runs with links of that object. Throws 404 for an object of another
   * account.
   */
  async page(
    accountId: number,
    objectId: number | null,
    filter: RunFilter,
    page: PageRequest,
  ): Promise<Page<RunResult>> {
    if (objectId !== null) await this.objects.requireOwned(accountId, objectId);
    const { runs, total } =
      objectId === null
        ? await this.runs.page(accountId, filter, page)
        : await this.runs.pageOfObject(accountId, objectId, filter, page);
    return pageOf(runs, total, page);
  }

  /** Throws 404 for a run of another account or one that was removed. */
  async single(accountId: number, runId: number): Promise<RunWithLinks> {
    const found = await this.runs.single(accountId, runId);
    if (found === null) throw notFound();
    return found;
  }
}
