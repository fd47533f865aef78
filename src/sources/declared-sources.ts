import { readFile } from 'node:fs/promises';
import { ConfigError, type Config } from '@libs/config';
import {
  builtInSources,
  configuredSources,
  ExtraSourcesError,
  readExtraSources,
  type PlatformSource,
} from '@libs/sources';

/** The sources that the operator declares in `file`. Throws `ConfigError` if the file cannot be read or is invalid. */
export async function declaredSources(file: string | null): Promise<readonly PlatformSource[]> {
  if (file === null) return [];
  try {
    return readExtraSources(await readFile(file, 'utf8'), builtInSources);
  } catch (error) {
    const problems =
      error instanceof ExtraSourcesError ? error.problems : [error instanceof Error ? error.message : String(error)];
    throw new ConfigError(problems.map((problem) => `HREV_EXTRA_SOURCES: ${problem}`));
  }
}

/** All sources of this installation: the built-in ones and those that the operator declares. Throws as `declaredSources`. */
export async function allSources(
  config: Pick<Config, 'HREV_EXTRA_SOURCES' | 'HREV_FACEBOOK_GRAPH_VERSION'>,
): Promise<readonly PlatformSource[]> {
  const builtIn = configuredSources({ facebookGraphVersion: config.HREV_FACEBOOK_GRAPH_VERSION });
  return [...builtIn, ...(await declaredSources(config.HREV_EXTRA_SOURCES))];
}
