import { Module } from '@nestjs/common';
import { QueueWorkerModule } from '@libs/queue';
import { NoticesModule } from '@src/notices';
import { SigningModule } from '../signing.module';
import { ExchangeRecorderService } from './exchange-recorder.service';
import { DeliveryPurgeSchedule } from './jobs/delivery-purge.schedule';
import { DeliveryWorker } from './jobs/delivery.worker';
import { RecoveryRunnerSchedule } from './jobs/recovery-runner.schedule';
import { DeliveryPurgeStore } from './persistence/delivery-purge.store';
import { DeliverySettleStore } from '../persistence/delivery-settle.store';
import { RecoveryBatchStore } from './persistence/recovery-batch.store';
import { WebhookLeaseStore } from '../persistence/webhook-lease.store';
import { SettlementService } from './settlement.service';
import { TargetCertificates } from './target-certificates';

/** Sends deliveries, stores their results, and removes old ones. */
@Module({
  imports: [NoticesModule, QueueWorkerModule, SigningModule],
  providers: [
    DeliveryWorker,
    DeliveryPurgeSchedule,
    DeliveryPurgeStore,
    DeliverySettleStore,
    ExchangeRecorderService,
    RecoveryBatchStore,
    RecoveryRunnerSchedule,
    SettlementService,
    TargetCertificates,
    WebhookLeaseStore,
  ],
})
export class DeliveryModule {}
