import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, IdParam, PageQuery, QueryEnum, QueryId, QueryInstant, V3 } from '@libs/http';
import type { Page } from '@libs/kernel';
import { CurrentCaller, type Caller } from '@src/auth';
import { RUN_STATES, type RunState, type RunFilter } from '../../persistence/run-history.query';
import { RunHistoryService } from '../../run-history.service';
import { CollectionRun, CollectionRunDetail, presentRun, presentRunWithLinks } from './run.presenter';

class ObjectRunsQuery extends PageQuery {
  @QueryEnum({
    description: '`open`: only runs with links that have not ended; `ended`: only the others.',
    values: RUN_STATES,
  })
  readonly state?: RunState;

  @QueryInstant({ description: 'Only runs created at this time or later. Without a time zone, UTC.' })
  readonly since?: string;
}

class RunsQuery extends ObjectRunsQuery {
  @QueryId({
    description: 'Only runs with links of this object; their `status` and figures then cover those links only.',
  })
  readonly object_id?: number;
}

/** Collection runs (contract §4.14). */
@ApiTags('Runs')
@Controller({ version: V3 })
export class RunsController {
  constructor(private readonly runs: RunHistoryService) {}

  @Get('runs')
  @Endpoint({
    summary: 'List the collection runs of the account',
    description: 'Newest first. Runs are kept for 90 days after they ended.',
    page: CollectionRun,
    access: 'read',
    errors: ['not_found'],
  })
  async list(@CurrentCaller() { accountId }: Caller, @Query() query: RunsQuery): Promise<Page<CollectionRun>> {
    const page = await this.runs.page(accountId, query.object_id ?? null, filterOf(query), query);
    return { ...page, data: page.data.map(presentRun) };
  }

  @Get('runs/:run_id')
  @Endpoint({
    summary: 'Read a collection run and its links',
    description: 'While the run is open, the counts grow with each stored page.',
    response: CollectionRunDetail,
    access: 'read',
  })
  async single(@CurrentCaller() { accountId }: Caller, @IdParam('run_id') runId: number): Promise<CollectionRunDetail> {
    return presentRunWithLinks(await this.runs.single(accountId, runId));
  }

  @Get('objects/:object_id/runs')
  @Endpoint({
    name: 'listObjectRuns',
    summary: 'List the collection runs of an object',
    description:
      'Newest first. `status`, `link_count` and the counts cover the links of this object only; `finished_at` is that of the whole run, which may contain links of other objects.',
    page: CollectionRun,
    access: 'read',
  })
  async listOfObject(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('object_id') objectId: number,
    @Query() query: ObjectRunsQuery,
  ): Promise<Page<CollectionRun>> {
    const page = await this.runs.page(accountId, objectId, filterOf(query), query);
    return { ...page, data: page.data.map(presentRun) };
  }
}

const filterOf = ({ state, since }: ObjectRunsQuery): RunFilter => ({ state: state ?? null, since: since ?? null });
