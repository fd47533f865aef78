import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, V3 } from '@libs/http';
import { StatisticsQuery } from '../persistence/statistics.query';
import { presentStatistics, StatisticsShown } from './statistics.shapes';

/** Statistics of the service, for keys of scope `master` (contract §4.16). */
@ApiTags('Administration')
@Controller({ path: 'admin/statistics', version: V3 })
export class StatisticsController {
  constructor(private readonly statistics: StatisticsQuery) {}

  @Get()
  @Endpoint({
    name: 'getStatistics',
    summary: 'Counts over all accounts',
    description: 'Accounts, objects, links, reviews, runs and deliveries at the time of the request.',
    response: StatisticsShown,
    access: 'master',
  })
  async get(): Promise<StatisticsShown> {
    return presentStatistics(await this.statistics.read());
  }
}
