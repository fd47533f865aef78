import { Controller, Inject, Post } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { CONFIG, type Config } from '@libs/config';
import { Endpoint, IdParam, Shape, V3 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { PlanRunsService } from '../../plan-runs.service';

@ApiSchema({ description: 'A collection that was accepted.' })
class CollectAccepted extends Shape({
  run_id: {
    description: 'The run that collects the links. If an open run already contains them, its id.',
    type: 'integer',
    example: 71,
  },
}) {}

@ApiTags('Objects')
@Controller({ path: 'objects', version: V3 })
export class CollectController {
  constructor(
    private readonly runs: PlanRunsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post(':object_id/collect')
  @Endpoint({
    summary: 'Collect now',
    description:
      'Starts a collection of the enabled links of the object. Links collected within `HREV_COLLECT_MIN_GAP` (ten minutes by default) are skipped. Returns 409 for a disabled object.',
    status: 202,
    response: CollectAccepted,
    access: 'write',
    errors: ['not_found', 'conflict'],
  })
  async collect(@CurrentCaller() caller: Caller, @IdParam('object_id') objectId: number): Promise<CollectAccepted> {
    const runId = await this.runs.collectNow(caller.accountId, objectId, {
      full: false,
      minGapMs: this.config.HREV_COLLECT_MIN_GAP,
    });
    return { run_id: runId };
  }
}
