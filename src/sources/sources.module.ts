import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { AuditModule } from '@src/audit';
import { allSources } from './declared-sources';
import { OAuthClientController } from './http/oauth-client.controller';
import { SourcesController } from './http/sources.controller';
import { LinkedSources } from './linked-sources.port';
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
      inject: [SourceStore, CONFIG, LinkedSources],
      useFactory: async (store: SourceStore, config: Config, links: LinkedSources): Promise<SourceCatalogue> =>
        SourceCatalogue.load(store, await allSources(config), links),
    },
  ],
  exports: [OAuthClients, SourceCatalogue, SourceSamples],
})
export class SourcesModule {}
