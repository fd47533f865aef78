import { Injectable } from '@nestjs/common';
import { notFound, pageOf, type Page, type PageRequest } from '@libs/kernel';
import { ObjectDirectory } from '@src/objects';
import { RunHistoryQuery, type RunFilter, type RunResult, type RunLinkResult } from './persistence/run-history.query';

export interface RunWithLinks {
  readonly run: RunResult;
  readonly links: readonly RunLinkResult[];
}

/** A run with the parts of an object's links; null if they were not asked for. */
export interface RunOfObject {
  readonly run: RunResult;
  readonly links: readonly RunLinkResult[] | null;
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

  /** The runs with links of the object, as `page`; with `includesLinks`, each with the parts of these links. */
  async ofObject(
    accountId: number,
    objectId: number,
    filter: RunFilter,
    request: PageRequest,
    includesLinks: boolean,
  ): Promise<Page<RunOfObject>> {
    const page = await this.page(accountId, objectId, filter, request);
    const runIds = page.data.map(({ id }) => id);
    const links = includesLinks ? await this.runs.linksOfObject(accountId, objectId, runIds) : null;
    return { ...page, data: page.data.map((run) => ({ run, links: links && (links.get(run.id) ?? []) })) };
  }

  /** Throws 404 for a run of another account or one that was removed. */
  async single(accountId: number, runId: number): Promise<RunWithLinks> {
    const found = await this.runs.single(accountId, runId);
    if (found === null) throw notFound();
    return found;
  }
}
