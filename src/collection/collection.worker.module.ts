import { Module } from '@nestjs/common';
import { QueueWorkerModule } from '@libs/queue';
import { CollectingModule } from './collecting.module';
import { CollectionWorker } from './jobs/collection.processor';

/** The worker's part: takes wake-ups, claims links, collects them. */
@Module({
  imports: [CollectingModule, QueueWorkerModule],
  providers: [CollectionWorker],
})
export class CollectionWorkerModule {}
