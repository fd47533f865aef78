import { readFile } from 'node:fs/promises';
import { Module } from '@nestjs/common';
import { CONFIG, ConfigError, type Config } from '@libs/config';
import { builtInSources, ExtraSourcesError, readExtraSources, type PlatformSource } from '@libs/sources';
import { SourcesController } from './http/sources.controller';
import { SourceStore } from './persistence/source.store';
import { SourceCatalogue } from './source-catalogue';

/** The sources that the operator declares; a file that cannot be read or says nonsense stops the start. */
async function declaredSources(file: string | null): Promise<readonly PlatformSource[]> {
  if (file === null) return [];
  try {
    return readExtraSources(await readFile(file, 'utf8'), builtInSources);
  } catch (error) {
    const problems = error instanceof ExtraSourcesError ? error.problems : [error instanceof Error ? error.message : String(error)];
    throw new ConfigError(problems.map((problem) => `HREV_EXTRA_SOURCES: ${problem}`));
  }
}

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
