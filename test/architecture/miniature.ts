import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** A small source tree with all layers, to which tests add violations of the dependency rules. */
const ROOT = path.resolve(__dirname, '../..');

/** A tree without violations: the contexts have an index, domain, persistence and http, and the root modules import them. */
export const CLEAN_TREE: Readonly<Record<string, string>> = {
  'libs/kernel/index.ts': `export * from './app-error';`,
  'libs/kernel/app-error.ts': `export class AppError extends Error {}`,
  'libs/config/index.ts': `import { AppError } from '@libs/kernel'; export const broken = AppError;`,
  'libs/database/index.ts': `import pg from 'pg'; import { AppError } from '@libs/kernel'; export const Pool = [pg.Pool, AppError];`,
  'libs/database/embedded/index.ts': `export { cluster } from './cluster';`,
  'libs/database/embedded/cluster.ts': `export const cluster = 1;`,
  'libs/sources/index.ts': `export type { Source } from './source';`,
  'libs/sources/source.ts': `export interface Source { slug: string }`,
  'libs/sources/browser/index.ts': `import { chromium } from 'playwright'; export const browser = chromium;`,
  'src/auth/index.ts': `export { AuthModule } from './auth.module'; export type { Caller } from './domain/caller';`,
  'src/auth/auth.module.ts': `import { keyStore } from './persistence/key.store'; export const AuthModule = keyStore;`,
  'src/auth/domain/caller.ts': `import { createHash } from 'node:crypto'; export interface Caller { id: number } export const hash = createHash;`,
  'src/auth/persistence/key.store.ts': `import { Entity } from 'typeorm'; import { Pool } from '@libs/database'; export const keyStore = [Entity, Pool];`,
  'src/objects/index.ts': `export { ObjectsModule } from './objects.module'; export type { TrackedObject } from './domain/tracked-object';`,
  'src/objects/objects.module.ts': `import { AuthModule } from '@src/auth'; import { controller } from './http/objects.controller'; export const ObjectsModule = [AuthModule, controller];`,
  'src/objects/http/objects.controller.ts': `import type { TrackedObject } from '../domain/tracked-object'; export const controller = (object: TrackedObject) => object;`,
  'src/objects/domain/tracked-object.ts': `import type { Caller } from '@src/auth'; import type { Source } from '@libs/sources'; export interface TrackedObject { owner: Caller; source: Source }`,
  'src/links/index.ts': `export { LinksModule } from './links.module';`,
  'src/links/links.module.ts': `import { ObjectsModule } from '@src/objects'; export const LinksModule = ObjectsModule;`,
  'src/reviews/index.ts': `export { ReviewsModule } from './reviews.module';`,
  'src/reviews/reviews.module.ts': `import { FeedModule } from './feed'; import { SyncModule } from './sync'; export const ReviewsModule = [FeedModule, SyncModule];`,
  'src/reviews/domain/coverage.ts': `export interface Coverage { id: number }`,
  'src/reviews/feed/index.ts': `export { FeedModule } from './feed.module';`,
  'src/reviews/feed/feed.module.ts': `import { controller } from './http/reviews.controller'; export const FeedModule = controller;`,
  'src/reviews/feed/http/reviews.controller.ts': `import type { Order } from '../domain/order'; export const controller = (order: Order) => order;`,
  'src/reviews/feed/domain/order.ts': `import type { Coverage } from '../../domain/coverage'; export interface Order { coverage: Coverage }`,
  'src/reviews/sync/index.ts': `export { SyncModule } from './sync.module';`,
  'src/reviews/sync/sync.module.ts': `export const SyncModule = 1;`,
  'src/collection/index.ts': `export { VisitingModule } from './visiting';`,
  'src/collection/visiting/index.ts': `export { VisitingModule } from './visiting.module';`,
  'src/collection/visiting/visiting.module.ts': `import { OutcomesModule } from '../outcomes'; export const VisitingModule = OutcomesModule;`,
  'src/collection/outcomes/index.ts': `export { OutcomesModule } from './outcomes.module';`,
  'src/collection/outcomes/outcomes.module.ts': `import { store } from './persistence/result.store'; export const OutcomesModule = store;`,
  'src/collection/outcomes/persistence/result.store.ts': `export const store = 1;`,
  'src/console/index.ts': `export { ConsoleModule } from './console.module';`,
  'src/console/console.module.ts': `import { InboxModule } from './inbox'; import { LiveModule } from './live'; export const ConsoleModule = [InboxModule, LiveModule];`,
  'src/console/identity/index.ts': `export { IdentityModule } from './identity.module';`,
  'src/console/identity/identity.module.ts': `export const IdentityModule = 1;`,
  'src/console/inbox/index.ts': `export { InboxModule } from './inbox.module';`,
  'src/console/inbox/inbox.module.ts': `import { IdentityModule } from '../identity'; export const InboxModule = IdentityModule;`,
  'src/console/live/index.ts': `export { LiveModule } from './live.module';`,
  'src/console/live/live.module.ts': `export const LiveModule = 1;`,
  'src/webhooks/index.ts': `export { WebhooksModule } from './webhooks.module';`,
  'src/webhooks/webhooks.module.ts': `import { LinksModule } from '@src/links'; import { ReviewsModule } from '@src/reviews'; export const WebhooksModule = [LinksModule, ReviewsModule];`,
  'src/webhooks/webhooks.worker.module.ts': `import { deliver } from './jobs/deliver.worker'; export const WebhooksWorkerModule = deliver;`,
  'src/webhooks/jobs/deliver.worker.ts': `import { WebhooksModule } from '../webhooks.module'; export const deliver = WebhooksModule;`,
  'src/api.module.ts': `import { WebhooksModule } from '@src/webhooks'; import { broken } from '@libs/config'; import { cluster } from '@libs/database/embedded'; import { browser } from '@libs/sources/browser'; export const ApiModule = [WebhooksModule, broken, cluster, browser];`,
  'src/worker.module.ts': `import { WebhooksWorkerModule } from '@src/webhooks/webhooks.worker.module'; export const WorkerModule = WebhooksWorkerModule;`,
  'src/process/run-service.ts': `import { ApiModule } from '../api.module'; import { WorkerModule } from '../worker.module'; export const run = [ApiModule, WorkerModule];`,
  'src/main.ts': `import { run } from './process/run-service'; void run;`,
  'console/src/lib/format.ts': `export const format = 1;`,
  'console/src/api/client.ts': `import { format } from '../lib/format'; export const client = format;`,
  'console/src/parts/table.ts': `import { format } from '../lib/format'; export const table = format;`,
  'console/src/screens/objects/screen.ts': `import { client } from '../../api/client'; import { table } from '../../parts/table'; export const screen = [client, table];`,
  'src/cli/main.ts': `import { run } from '../process/run-service'; void run;`,
};

export interface Finding {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

interface CruiseReport {
  readonly summary: {
    readonly violations: readonly {
      readonly rule: { readonly name: string };
      readonly from: string;
      readonly to: string;
    }[];
  };
}

/** Writes the tree to `folder` and returns the violations that the project's rules report. */
export function cruise(folder: string, files: Readonly<Record<string, string>>): readonly Finding[] {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), `${text}\n`);
  }
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { module: 'node20', paths: { '@src/*': ['./src/*'], '@libs/*': ['./libs/*'] } },
    }),
  );
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ dependencies: DEPENDENCIES, devDependencies: { jest: '1' } }),
  );
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  const program = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const config = path.join(ROOT, '.dependency-cruiser.cjs');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [program, 'src', 'libs', 'console', '--config', config, '--output-type', 'json'],
    {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (!stdout.startsWith('{')) throw new Error(`dependency-cruiser failed: ${stderr}${stdout}`);
  const report = JSON.parse(stdout) as CruiseReport;
  return report.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}

const DEPENDENCIES = { pg: '1', typeorm: '1', playwright: '1', undici: '1', '@nestjs/common': '1' };
