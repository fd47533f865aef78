import { Injectable } from '@nestjs/common';
import { notFound, pageOf, type Page, type PageRequest } from '@libs/kernel';
import { ObjectDirectory } from '@src/objects';
import { RunHistoryQuery, type RunFilter, type ShownRun, type ShownRunLink } from './persistence/run-history.query';

/** A run with every link in it. */
export interface WholeRun {
  readonly run: ShownRun;
  readonly links: readonly ShownRunLink[];
}

/** What was collected when, and what came of it. Runs are kept for 90 days after they ended. */
@Injectable()
export class RunHistoryService {
  constructor(
    private readonly runs: RunHistoryQuery,
    private readonly objects: ObjectDirectory,
  ) {}

  /** The account's runs, newest first; with an object those with links of it. 404 for an object that is not the account's. */
  async page(
    accountId: number,
    objectId: number | null,
    filter: RunFilter,
    page: PageRequest,
  ): Promise<Page<ShownRun>> {
    if (objectId !== null) await this.objects.requireOwned(accountId, objectId);
    const { runs, total } =
      objectId === null
        ? await this.runs.page(accountId, filter, page)
        : await this.runs.pageOfObject(accountId, objectId, filter, page);
    return pageOf(runs, total, page);
  }

  /** 404 for a run that is not the account's, or is gone. */
  async single(accountId: number, runId: number): Promise<WholeRun> {
    const found = await this.runs.single(accountId, runId);
    if (found === null) throw notFound();
    return found;
  }
}
