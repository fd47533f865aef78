import { BullModule } from '@nestjs/bullmq';
import { Module, type DynamicModule } from '@nestjs/common';
import { QUEUE_ADDRESS, queueOptions, type QueueAddress } from './queue-connection';
import { WakeupHandlers, WakeupProcessor } from './wakeup-handlers';
import { QueueOutage, WAKEUP_QUEUE } from './queue-outage';
import { Wakeups } from './wakeups';

/** Sends wake-ups; for every process. */
@Module({})
export class QueueModule {
  static forRoot(address: QueueAddress): DynamicModule {
    return {
      module: QueueModule,
      global: true,
      imports: [BullModule.forRoot(queueOptions(address)), BullModule.registerQueue({ name: WAKEUP_QUEUE })],
      providers: [{ provide: QUEUE_ADDRESS, useValue: address }, QueueOutage, Wakeups],
      exports: [QUEUE_ADDRESS, QueueOutage, Wakeups],
    };
  }
}

/** Receives wake-ups; for worker processes. */
@Module({
  providers: [WakeupHandlers, WakeupProcessor],
  exports: [WakeupHandlers],
})
export class QueueWorkerModule {}
