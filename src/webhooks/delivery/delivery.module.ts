import { Module } from '@nestjs/common';
import { NoticesModule } from '@src/notices';
import { SigningModule } from '../signing.module';
import { DeliveryPurgeSchedule } from './delivery-purge.schedule';
import { DeliveryPurgeService } from './delivery-purge.service';
import { DeliveryService } from './delivery.service';
import { ExchangeRecorder } from './exchange-recorder.service';
import { DeliveryPurgeStore } from './persistence/delivery-purge.store';
import { DeliverySettleStore } from './persistence/delivery-settle.store';
import { ExchangeStore } from './persistence/exchange.store';
import { RecoveryBatchStore } from './persistence/recovery-batch.store';
import { WebhookLeaseStore } from './persistence/webhook-lease.store';
import { RecoveryRunner } from './recovery-runner.service';
import { RecoverySchedule } from './recovery.schedule';
import { SettlementService } from './settlement.service';

/** Sends deliveries, stores their results, and removes old ones. */
@Module({
  imports: [NoticesModule, SigningModule],
  providers: [
    DeliveryPurgeSchedule,
    DeliveryPurgeService,
    DeliveryPurgeStore,
    DeliveryService,
    DeliverySettleStore,
    ExchangeRecorder,
    ExchangeStore,
    RecoveryBatchStore,
    RecoveryRunner,
    RecoverySchedule,
    SettlementService,
    WebhookLeaseStore,
  ],
  exports: [DeliveryService],
})
export class DeliveryModule {}
