import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { builtInSources } from '@libs/sources';
import { AuditModule } from '@src/audit';
import { declaredSources } from './declared-sources';
import { OAuthClientController } from './http/oauth-client.controller';
import { SourcesController } from './http/sources.controller';
import { OAuthClients } from './oauth-clients.service';
import { OAuthClientStore } from './persistence/oauth-client.store';
import { SourceSampleStore } from './persistence/source-sample.store';
import { SourceStore } from './persistence/source.store';
import { SourceCatalogue } from './source-catalogue';
import { SourceSamples } from './source-samples.service';

@Module({
  imports: [AuditModule],
  controllers: [SourcesController, OAuthClientController],
  providers: [
    OAuthClients,
    OAuthClientStore,
    SourceSamples,
    SourceSampleStore,
    SourceStore,
    {
      provide: SourceCatalogue,
      inject: [SourceStore, CONFIG],
      useFactory: async (store: SourceStore, config: Config): Promise<SourceCatalogue> =>
        SourceCatalogue.load(store, [...builtInSources, ...(await declaredSources(config.HREV_EXTRA_SOURCES))]),
    },
  ],
  exports: [OAuthClients, SourceCatalogue, SourceSamples],
})
export class SourcesModule {}
