import { Module } from '@nestjs/common';
import { EventsWorkerModule } from '@libs/events';
import { QueueWorkerModule } from '@libs/queue';
import { AuditModule } from '@src/audit';
import { AuthModule } from '@src/auth';
import { SourcesModule } from '@src/sources';
import { ConnectionsModule } from './connections.module';
import { ConsentWork } from './consent-work.service';
import { ConsentPurge } from './jobs/consent-purge.schedule';
import { ConsentWorker } from './jobs/consent.worker';

/** The work of flows in worker processes: reads the cards that a consent opens, and tests the pairs of card and object that persons chose. */
@Module({
  imports: [AuditModule, AuthModule, ConnectionsModule, EventsWorkerModule, QueueWorkerModule, SourcesModule],
  providers: [ConsentPurge, ConsentWork, ConsentWorker],
})
export class ConnectionsWorkerModule {}
