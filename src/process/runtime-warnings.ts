import type { Logger } from '@nestjs/common';
import type { Config } from '@libs/config';
import { serverVersion } from '@libs/database';
import { browserVersion } from '@libs/sources';
import { redisVersion, warningLine } from '@src/operations';

/**
 * Logs one line for each of Node, database, Redis and browser whose version has a known fault that foreign bytes can reach, or gets no more
 * corrections. A program whose version cannot be read is left out: `hrev doctor` reports it. Never rejects.
 */
export async function warnOfPrograms(config: Config, databaseUrl: string, log: Pick<Logger, 'warn'>): Promise<void> {
  const { REDIS_URL, HREV_ROLE, HREV_CHROMIUM_PATH } = config;
  warnOf(log, warningLine('Node', process.versions.node));
  const lines = await Promise.allSettled([
    serverVersion(databaseUrl).then(({ text }) => warningLine('PostgreSQL', text)),
    REDIS_URL === null ? null : redisVersion(REDIS_URL).then((version) => warningLine('Redis', version)),
    // The API starts no browser for pages.
    HREV_ROLE === 'api' ? null : lineOfBrowser(HREV_CHROMIUM_PATH),
  ]);
  for (const line of lines) if (line.status === 'fulfilled') warnOf(log, line.value);
}

async function lineOfBrowser(chromiumPath: string | null): Promise<string | null> {
  const version = await browserVersion({ chromiumPath });
  return version === null ? null : warningLine('Chromium', version);
}

function warnOf(log: Pick<Logger, 'warn'>, line: string | null): void {
  if (line !== null) log.warn(line);
}
