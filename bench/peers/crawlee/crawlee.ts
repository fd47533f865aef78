/** Crawlee as seen by the bench: its process and its table. */
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { makeCopyTables } from '../../anchors/copy-in';
import type { BenchRun } from '../../bench-run';
import type { CleanUp } from '../../clean-up';
import { ProcessClient } from '../../load/process-client';
import { spawnNode } from '../../spawn-node';
import { installedVersion } from '../installed';
import type { CrawlOrder, CrawlResult } from './main';

export type CrawleeProcess = ProcessClient<CrawlOrder, CrawlResult>;

/** Records the version. Returns false, and records the reason for the ratio, if the bench cannot compare with Crawlee. */
export function hasCrawlee(run: BenchRun, ratio: string): boolean {
  const version = installedVersion('crawlee', '@crawlee/http');
  const mayUse = run.mayUse('crawlee');
  if (mayUse && version !== null) {
    run.peers['crawlee'] = version;
    return true;
  }
  if (!mayUse) run.peers['crawlee'] = 'left out';
  const reason = mayUse ? 'crawlee is not installed: npm run bench:peers -- crawlee' : 'crawlee is left out by --peers';
  run.leftOut.push({ ratio, reason });
  run.log(`${ratio}: ${reason}`);
  return false;
}

/** Starts it on a new database of the product's schema. */
export async function startCrawlee(
  databaseUrl: string,
  {
    kind,
    slots,
    browser = '',
  }: { readonly kind: 'http' | 'browser'; readonly slots: number; readonly browser?: string },
  cleanUp: CleanUp,
): Promise<CrawleeProcess> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await makeCopyTables(client);
  await client.end();
  const { PATH = '', HOME = '' } = process.env;
  const child = spawnNode(path.join(__dirname, 'main.js'), {
    core: 'any',
    channel: true,
    args: [databaseUrl, kind, String(slots), browser],
    environment: { PATH, HOME, NODE_ENV: 'production' },
  });
  const crawlee = ProcessClient.of<CrawlOrder, CrawlResult>(child, cleanUp);
  await once(child, 'message');
  return crawlee;
}
