import { Module } from '@nestjs/common';
import { SourcesModule } from '@src/sources';
import { CollectionFigures } from './collection-figures.service';
import { CollectionFiguresQuery } from './persistence/collection-figures.query';
import { SourceControlStore } from './persistence/source-control.store';
import { SourceHealthStore } from './persistence/source-health.store';
import { SourcePaceStore } from './persistence/source-pace.store';

/** The pace, the events, the health and the metrics of sources. */
@Module({
  imports: [SourcesModule],
  providers: [CollectionFigures, CollectionFiguresQuery, SourceControlStore, SourceHealthStore, SourcePaceStore],
  exports: [SourceControlStore, SourceHealthStore, SourcePaceStore],
})
export class SourceHealthModule {}
