import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CONFIG, type Config } from '@libs/config';
import { Endpoint, IdParam, Input, QueryInteger, V3 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { DeliveryHistoryService } from '../../delivery-history.service';
import { presentStatistics, WebhookStatistics } from './delivery-statistics.shapes';

/** Deliveries are kept for 30 days. */
const MAX_HOURS = 720;

class StatisticsParameters extends Input({
  hours: QueryInteger({ description: 'Clock hours, the current one included.', min: 1, max: MAX_HOURS, default: 24 }),
}) {}

/** Figures of the deliveries of a webhook (contract §4.11): v3 only. */
@ApiTags('Webhooks')
@Controller({ path: 'webhooks/:webhook_id/statistics', version: V3 })
export class DeliveryStatisticsController {
  constructor(
    private readonly deliveries: DeliveryHistoryService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @Endpoint({
    name: 'getWebhookStatistics',
    summary: 'Read the delivery figures of a webhook',
    description:
      'Counts deliveries by the time of their creation and their current status. `pending`, `oldest_pending_at` and `failing_since` describe the present, for any period. Test events are not counted.',
    response: WebhookStatistics,
    access: 'read',
  })
  async get(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('webhook_id') webhookId: number,
    @Query() { hours }: StatisticsParameters,
  ): Promise<WebhookStatistics> {
    const { HREV_WEBHOOK_ATTEMPTS: attempts, HREV_WEBHOOK_BACKOFF: waitsMs } = this.config;
    const statistics = await this.deliveries.statistics(accountId, webhookId, hours);
    return presentStatistics(hours, statistics, { attempts, waitsMs });
  }
}
