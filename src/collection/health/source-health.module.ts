import { Module } from '@nestjs/common';
import { SourceControlStore } from './persistence/source-control.store';
import { SourceHealthStore } from './persistence/source-health.store';
import { SourcePaceStore } from './persistence/source-pace.store';

/** The pace, the events and the health of sources. */
@Module({
  providers: [SourceControlStore, SourceHealthStore, SourcePaceStore],
  exports: [SourceControlStore, SourceHealthStore, SourcePaceStore],
})
export class SourceHealthModule {}
