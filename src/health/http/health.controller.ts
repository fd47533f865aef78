import { Controller, Get } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { Endpoint, NO_VERSION, Shape } from '@libs/http';
import { AppError } from '@libs/kernel';
import { Readiness } from '../readiness.service';

@ApiSchema({ description: 'The API is available.' })
export class HealthShown extends Shape({
  status: { type: 'string', values: ['healthy'], description: 'Always `healthy`.' },
}) {}

@ApiSchema({ description: 'Reads work.' })
export class ReadHealthShown extends Shape({
  status: { type: 'string', values: ['ready'], description: 'Reviews and analytics can be read.' },
}) {}

/** Health (contract §4.2): without a key and without a version. `/health` does not query the database. */
@ApiTags('Health')
@Controller({ path: 'health', version: NO_VERSION })
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get()
  @Endpoint({
    summary: 'Whether the API can be reached',
    description: 'Checks neither a key nor the database.',
    response: HealthShown,
    access: 'public',
  })
  get(): HealthShown {
    return { status: 'healthy' };
  }

  @Get('read')
  @Endpoint({
    name: 'getReadHealth',
    summary: 'Whether reads work',
    description: 'For external monitoring; 503 if reads fail.',
    response: ReadHealthShown,
    access: 'public',
  })
  async getRead(): Promise<ReadHealthShown> {
    if (await this.readiness.isReady()) return { status: 'ready' };
    throw new AppError('service_unavailable', 'Reads do not work at the moment');
  }
}
