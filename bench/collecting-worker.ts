/**
 * A worker of any version of the product, in a separate process, with a platform whose pages cost nothing to read, so that only
 * the cost of collecting is measured. Arguments: the folder of the built version, the database, and either `prepare` (creates the
 * schema and the queue, then exits) or the number of links that it collects at once.
 */
import 'reflect-metadata';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { PlatformSource, PublicRoad } from '@libs/sources';
import { NestFactory } from '@nestjs/core';
import { ReviewMaker } from './gen/make-review';

const requireBuilt = createRequire(__filename);
const [dist = '', databaseUrl = '', what = ''] = process.argv.slice(2);
/** The list of each link: pages and reviews per page. */
const PAGES = 4;
const PAGE = 20;
const HOST = 'reviews.bulk.example';
const SEED = 28;

/** Loads a module of the measured version. */
const load = <T>(file: string): T => requireBuilt(path.join(dist, file)) as T;

/** A source of the version before platforms were read by several roads: it visits pages itself, and its facts contain their order. */
type EarlierSource = Pick<PublicRoad, 'visit'> & { readonly facts: Pick<PublicRoad, 'order'> };

/** The platform, as a source of the measured versions. */
function bulkPlatform(): PlatformSource & EarlierSource {
  const reviews = new ReviewMaker(SEED).page(0, 0, PAGES * PAGE);
  const shape = load<{ builtInSources: PlatformSource[] }>('libs/sources').builtInSources[0] as PlatformSource;
  const visit: PublicRoad['visit'] = async function* (url) {
    for (let page = 0; page < PAGES; page += 1) {
      const shown = reviews.slice(page * PAGE, (page + 1) * PAGE);
      yield {
        reviews: shown.map((review) => ({ ...review, externalId: `${review.externalId} of ${url}` })),
        object: { name: url, reviewCount: reviews.length, rating: null, ratingOriginal: null },
      };
    }
    return { coverage: 'all' };
  };
  const order = 'newest_first';
  return {
    facts: {
      ...shape.facts,
      id: 950,
      slug: 'bulk',
      hosts: [HOST],
      canPublishReply: false,
      politeness: { concurrency: 200, minDelayMs: 0, dailyRequests: 1_000_000_000 },
      rawPrivacy: { names: [], drop: [] },
      order,
    },
    match: (url) => (url.hostname === HOST ? { kind: 'page', canonicalUrl: url.href } : null),
    publicRoad: { ...(shape.publicRoad as PublicRoad), order, visit },
    visit,
  };
}

async function prepare(): Promise<void> {
  const { migrate } = load<{ migrate(url: string): Promise<unknown> }>('libs/database');
  await migrate(databaseUrl);
  const { prepareQueue } = load<{ prepareQueue(place: object): Promise<void> }>('libs/queue');
  await prepareQueue({ databaseUrl, redisUrl: null });
}

async function work(): Promise<void> {
  load<{ keepResultsYoung(): void }>('src/process/young-results').keepResultsYoung();
  load<{ builtInSources: PlatformSource[] }>('libs/sources').builtInSources.push(bulkPlatform());
  const { loadConfig } = load<{ loadConfig(environment: object): unknown }>('libs/config');
  const { createLogger, NestLog } = load<{
    createLogger(level: string, name: string): unknown;
    NestLog: new (log: unknown) => never;
  }>('libs/logging');
  const { WorkerModule } = load<{ WorkerModule: { forRoot(foundation: object): never } }>('src/worker.module');
  const log = createLogger('error', 'bench');
  const config = loadConfig({
    NODE_ENV: 'test',
    HREV_ROLE: 'worker',
    HREV_COLLECT_CONCURRENCY: what,
    HREV_ENCRYPTION_KEY: '7e'.repeat(32),
  });
  const app = await NestFactory.createApplicationContext(WorkerModule.forRoot({ config, databaseUrl, log }), {
    logger: new NestLog(log),
    abortOnError: false,
  });
  process.once('disconnect', () => void app.close().finally(() => process.exit(0)));
  process.send?.('ready');
}

void (what === 'prepare' ? prepare().then(() => process.exit(0)) : work()).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
