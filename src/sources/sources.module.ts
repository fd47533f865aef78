import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { builtInSources } from '@libs/sources';
import { declaredSources } from './declared-sources';
import { SourcesController } from './http/sources.controller';
import { SourceStore } from './persistence/source.store';
import { SourceCatalogue } from './source-catalogue';

@Module({
  controllers: [SourcesController],
  providers: [
    SourceStore,
    {
      provide: SourceCatalogue,
      inject: [SourceStore, CONFIG],
      useFactory: async (store: SourceStore, config: Config): Promise<SourceCatalogue> =>
        SourceCatalogue.load(store, [...builtInSources, ...(await declaredSources(config.HREV_EXTRA_SOURCES))]),
    },
  ],
  exports: [SourceCatalogue],
})
export class SourcesModule {}
