import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  Endpoint,
  IdParam,
  Input,
  PageParameters,
  QueryBoolean,
  QueryEnum,
  QueryId,
  QueryInstant,
  V3,
} from '@libs/http';
import type { Page } from '@libs/kernel';
import { CurrentCaller, type Caller } from '@src/auth';
import { RUN_STATES, type RunFilter } from '../../persistence/run-history.query';
import { RunHistoryService } from '../../run-history.service';
import {
  CollectionRun,
  CollectionRunDetail,
  CollectionRunOfObject,
  presentRun,
  presentRunOfObject,
  presentRunWithLinks,
} from './run.shapes';

class RunsPageParameters extends Input(PageParameters, {
  state: QueryEnum({
    description: '`open`: only runs with links that have not ended; `ended`: only the others.',
    values: RUN_STATES,
  }),
  since: QueryInstant({ description: 'Only runs created at this time or later. Without a time zone, UTC.' }),
}) {}

class ObjectRunsParameters extends Input(RunsPageParameters, {
  include_links: QueryBoolean({
    description: 'Whether each run has the parts of the links of the object.',
    default: false,
  }),
}) {}

class RunsParameters extends Input(RunsPageParameters, {
  object_id: QueryId({
    description: 'Only runs with links of this object; their `status` and figures then cover those links only.',
  }),
}) {}

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
  async list(@CurrentCaller() { accountId }: Caller, @Query() query: RunsParameters): Promise<Page<CollectionRun>> {
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
  async get(@CurrentCaller() { accountId }: Caller, @IdParam('run_id') runId: number): Promise<CollectionRunDetail> {
    return presentRunWithLinks(await this.runs.single(accountId, runId));
  }

  @Get('objects/:object_id/runs')
  @Endpoint({
    name: 'listObjectRuns',
    summary: 'List the collection runs of an object',
    description:
      'Newest first. `status`, `link_count` and the counts cover the links of this object only; `finished_at` is that of the whole run, which may contain links of other objects.',
    page: CollectionRunOfObject,
    access: 'read',
  })
  async listOfObject(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('object_id') objectId: number,
    @Query() query: ObjectRunsParameters,
  ): Promise<Page<CollectionRunOfObject>> {
    const page = await this.runs.ofObject(accountId, objectId, filterOf(query), query, query.include_links);
    return { ...page, data: page.data.map(presentRunOfObject) };
  }
}

const filterOf = ({ state, since }: RunsPageParameters): RunFilter => ({ state: state ?? null, since: since ?? null });
