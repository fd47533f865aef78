import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CLEAN_TREE, cruise, type Finding } from './miniature';

/**
 * Every dependency rule reports its violations. The tests add one violation per rule to a small source tree and expect the rule to
 * report the file. One run checks all violations, because a run needs seconds; each violation has its own file.
 */
interface Violation {
  readonly rule: string;
  readonly what: string;
  readonly file: string;
  readonly text: string;
  /** Further files that the violation needs. */
  readonly with?: Readonly<Record<string, string>>;
}

/** At least one violation of each rule, each in a separate file. */
const violations: readonly Violation[] = [
  {
    rule: 'context-order:auth',
    what: 'an upward call',
    file: 'src/auth/up.ts',
    text: `import { LinksModule } from '@src/links'; export const up = LinksModule;`,
  },
  {
    rule: 'context-order:objects',
    what: 'an upward type',
    file: 'src/objects/up-type.ts',
    text: `import type { WebhooksModule } from '@src/webhooks'; export type Up = typeof WebhooksModule;`,
  },
  {
    rule: 'context-order:sources',
    what: 'a context of the same layer',
    file: 'src/sources/index.ts',
    text: `import type { TrackedObject } from '@src/objects'; export type Neighbor = TrackedObject;`,
  },
  {
    rule: 'context-order:webhooks',
    what: 'a root module',
    file: 'src/webhooks/root.ts',
    text: `import { ApiModule } from '../api.module'; export const root = ApiModule;`,
  },
  {
    rule: 'room-order:reviews/feed',
    what: 'a room using another room',
    file: 'src/reviews/feed/neighbor.ts',
    text: `import { SyncModule } from '../sync'; export const neighbor = SyncModule;`,
  },
  {
    rule: 'room-order:reviews/sync',
    what: 'a room using the module that assembles the rooms',
    file: 'src/reviews/sync/up.ts',
    text: `import type { ReviewsModule } from '../reviews.module'; export type Up = typeof ReviewsModule;`,
  },
  {
    rule: 'room-order:collection/outcomes',
    what: 'a room using a room above it',
    file: 'src/collection/outcomes/up.ts',
    text: `import { VisitingModule } from '../visiting'; export const up = VisitingModule;`,
  },
  {
    rule: 'room-face:collection/outcomes',
    what: 'a deep import into a room below',
    file: 'src/collection/visiting/deep-room.ts',
    text: `import { store } from '../outcomes/persistence/result.store'; export const deep = store;`,
  },
  {
    rule: 'room-order:console/inbox',
    what: 'a room using a room beside it',
    file: 'src/console/inbox/neighbor.ts',
    text: `import { LiveModule } from '../live'; export const neighbor = LiveModule;`,
  },
  {
    rule: 'room-order:console/identity',
    what: 'a room using a room above it',
    file: 'src/console/identity/up.ts',
    text: `import type { LiveModule } from '../live'; export type Up = typeof LiveModule;`,
  },
  {
    rule: 'room-face:console/identity',
    what: 'a deep import of a room below',
    file: 'src/console/live/deep.ts',
    text: `import { IdentityModule } from '../identity/identity.module'; export const deep = IdentityModule;`,
  },
  {
    rule: 'room-face:reviews/feed',
    what: 'a deep import into a room',
    file: 'src/reviews/deep-room.ts',
    text: `import type { Order } from './feed/domain/order'; export type Deep = Order;`,
  },
  {
    rule: 'room-own-face:reviews/feed',
    what: 'a room using its own index',
    file: 'src/reviews/feed/own-face.ts',
    text: `import { FeedModule } from './index'; export const own = FeedModule;`,
  },
  {
    rule: 'domain-is-pure',
    what: 'Nest in the domain of a room',
    file: 'src/reviews/feed/domain/nest.ts',
    text: `import { Injectable } from '@nestjs/common'; export const decorator = Injectable;`,
  },
  {
    rule: 'class-validator-for-requests',
    what: 'class-validator outside libs/http',
    file: 'src/objects/http/validated.ts',
    text: `import { IsInt } from 'class-validator'; export const validated = IsInt;`,
  },
  {
    rule: 'prom-client-at-home',
    what: 'prom-client outside libs/metrics',
    file: 'src/objects/counted.ts',
    text: `import { Counter } from 'prom-client'; export const counted = Counter;`,
  },
  {
    rule: 'opentelemetry-at-home',
    what: 'OpenTelemetry outside libs/traces',
    file: 'src/objects/traced.ts',
    text: `import { trace } from '@opentelemetry/api'; export const traced = trace;`,
  },
  {
    rule: 'zod-for-other-input',
    what: 'zod in the input of a request',
    file: 'src/objects/http/parsed.ts',
    text: `import { z } from 'zod'; export const parsed = z.string();`,
  },
  {
    rule: 'public-nest-only',
    what: "Nest's internal module",
    file: 'libs/http/internal.ts',
    text: `import { ROUTE_ARGS_METADATA } from '@nestjs/common/internal'; export const key = ROUTE_ARGS_METADATA;`,
  },
  {
    rule: 'http-is-on-top',
    what: 'a controller of a room used by a service',
    file: 'src/reviews/feed/feed.service.ts',
    text: `import { controller } from './http/reviews.controller'; export const used = controller;`,
  },
  {
    rule: 'lib-order:kernel',
    what: 'a higher lib',
    file: 'libs/kernel/up.ts',
    text: `import type { broken } from '@libs/config'; export type Up = typeof broken;`,
  },
  {
    rule: 'lib-order:sdk',
    what: 'a lib of the same layer',
    file: 'libs/sdk/src/near.ts',
    text: `import type { AppError } from '@libs/kernel'; export type Near = AppError;`,
  },
  {
    rule: 'sdk-stands-alone',
    what: 'Node in the part for browsers',
    file: 'libs/sdk/src/file.ts',
    text: `import { readFileSync } from 'node:fs'; export const read = readFileSync;`,
  },
  {
    rule: 'sdk-node-entry',
    what: 'a package in the entry for Node',
    file: 'libs/sdk/src/node.ts',
    text: `import pino from 'pino'; export const log = pino;`,
  },
  {
    rule: 'lib-order:database',
    what: 'a neighbor lib',
    file: 'libs/database/near.ts',
    text: `import { log } from '@libs/logging'; export const near = log;`,
    with: { 'libs/logging/index.ts': `export const log = 1;` },
  },
  {
    rule: 'every-folder-has-a-floor',
    what: 'a context that is in no layer',
    file: 'src/process/stranger.ts',
    text: `import { stranger } from '@src/utils'; export const known = stranger;`,
    with: { 'src/utils/index.ts': `export const stranger = 1;` },
  },
  {
    rule: 'face-only',
    what: 'a deep import past an index',
    file: 'src/links/deep.ts',
    text: `import { hash } from '@src/auth/domain/caller'; export const deep = hash;`,
  },
  {
    rule: 'roots-enter-by-faces',
    what: 'a deep import by a root',
    file: 'src/foundation.module.ts',
    text: `import { AuthModule } from '@src/auth/auth.module'; export const deep = AuthModule;`,
  },
  {
    rule: 'lib-face-only',
    what: 'a deep import into a lib',
    file: 'src/auth/deep-lib.ts',
    text: `import { cluster } from '@libs/database/embedded/cluster'; export const deep = cluster;`,
  },
  {
    rule: 'lib-to-lib-by-face',
    what: 'a deep import between libs',
    file: 'libs/queue/index.ts',
    text: `import { cluster } from '@libs/database/embedded/cluster'; export const deep = cluster;`,
  },
  {
    rule: 'no-own-face',
    what: 'a folder using its own index',
    file: 'src/links/own-face.ts',
    text: `import { LinksModule } from './index'; export const own = LinksModule;`,
  },
  {
    rule: 'libs-know-no-src',
    what: 'a lib using a context',
    file: 'libs/config/house.ts',
    text: `import { AuthModule } from '@src/auth'; export const house = AuthModule;`,
  },
  {
    rule: 'kernel-is-pure',
    what: 'Node in the kernel',
    file: 'libs/kernel/node.ts',
    text: `import { sep } from 'node:path'; export const separator = sep;`,
  },
  {
    rule: 'domain-is-pure',
    what: 'Nest in a domain',
    file: 'src/auth/domain/nest.ts',
    text: `import { Injectable } from '@nestjs/common'; export const nest = Injectable;`,
  },
  {
    rule: 'domain-is-pure',
    what: 'Node in a domain',
    file: 'src/auth/domain/node.ts',
    text: `import { readFileSync } from 'node:fs'; export const read = readFileSync;`,
  },
  {
    rule: 'domain-is-pure',
    what: 'persistence in a domain',
    file: 'src/auth/domain/store.ts',
    text: `import { keyStore } from '../persistence/key.store'; export const store = keyStore;`,
  },
  {
    rule: 'domain-borrows-types-only',
    what: 'a value of an index in a domain',
    file: 'src/links/domain/value.ts',
    text: `import { ObjectsModule } from '@src/objects'; export const value = ObjectsModule;`,
  },
  {
    rule: 'typeorm-at-home',
    what: 'TypeORM in a service',
    file: 'src/links/orm.service.ts',
    text: `import { DataSource } from 'typeorm'; export const source = DataSource;`,
  },
  {
    rule: 'typeorm-at-home',
    what: 'pg in a service',
    file: 'src/links/pg.service.ts',
    text: `import pg from 'pg'; export const pool = pg.Pool;`,
  },
  {
    rule: 'playwright-at-home',
    what: 'the browser outside its folder',
    file: 'libs/sources/page.ts',
    text: `import { chromium } from 'playwright'; export const page = chromium;`,
  },
  {
    rule: 'egress-at-home',
    what: 'an HTTP client in addition to the guarded one',
    file: 'src/webhooks/send.ts',
    text: `import { request } from 'undici'; export const send = request;`,
  },
  {
    rule: 'http-is-on-top',
    what: 'a service using its controller',
    file: 'src/objects/door.service.ts',
    text: `import { controller } from './http/objects.controller'; export const door = controller;`,
  },
  {
    rule: 'api-runs-no-jobs',
    what: 'the API reaching a schedule through a module',
    file: 'src/api.module.ts',
    text: `${CLEAN_TREE['src/api.module.ts'] ?? ''} import { AnalyticsModule } from '@src/analytics'; export const more = AnalyticsModule;`,
    with: {
      'src/analytics/index.ts': `export { AnalyticsModule } from './analytics.module';`,
      'src/analytics/analytics.module.ts': `import { purge } from './jobs/purge.schedule'; export const AnalyticsModule = purge;`,
      'src/analytics/jobs/purge.schedule.ts': `import { AuthModule } from '@src/auth'; export const purge = AuthModule;`,
    },
  },
  {
    rule: 'no-circular',
    what: 'a cycle of type imports',
    file: 'src/folders/one.ts',
    text: `import type { Other } from './other'; export interface One { other: Other }`,
    with: { 'src/folders/other.ts': `import type { One } from './one'; export interface Other { one: One }` },
  },
  {
    rule: 'no-orphans',
    what: 'a file that nothing imports',
    file: 'src/links/left-over.ts',
    text: `export const leftOver = 1;`,
  },
  {
    rule: 'no-unresolved',
    what: 'an import of a missing file',
    file: 'src/links/nowhere.ts',
    text: `import { gone } from './gone'; export const nowhere = gone;`,
  },
  {
    rule: 'console-queries-without-components',
    what: 'a query of the console using a part',
    file: 'console/src/api/part.ts',
    text: `import { table } from '../parts/table'; export const part = table;`,
  },
  {
    rule: 'console-parts-without-api',
    what: 'a part of the console reading the API',
    file: 'console/src/parts/reads.ts',
    text: `import { client } from '../api/client'; export const reads = client;`,
  },
  {
    rule: 'console-lib-stands-alone',
    what: 'the lib of the console using a part',
    file: 'console/src/lib/shows.ts',
    text: `import { table } from '../parts/table'; export const shows = table;`,
  },
  {
    rule: 'console-screens-apart',
    what: 'a screen using another screen',
    file: 'console/src/screens/reviews/screen.ts',
    text: `import { screen } from '../objects/screen'; export const other = screen;`,
  },
  {
    rule: 'console-knows-no-service',
    what: 'the console using a module of the service',
    file: 'console/src/api/service.ts',
    text: `import { AuthModule } from '@src/auth'; export const service = AuthModule;`,
  },
  {
    rule: 'service-knows-no-console',
    what: 'the service using the source of the console',
    file: 'src/auth/console.ts',
    text: `import { format } from '../../console/src/lib/format'; export const used = format;`,
  },
  {
    rule: 'production-needs-no-dev-packages',
    what: 'a test package in the service',
    file: 'src/links/tested.ts',
    text: `import { run } from 'jest'; export const tested = run;`,
  },
];

let folder = '';
let clean: readonly Finding[] = [];
let findings: readonly Finding[] = [];

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hrev-architecture-'));
  clean = cruise(path.join(folder, 'clean'), CLEAN_TREE);
  findings = cruise(
    path.join(folder, 'violations'),
    violations.reduce(
      (tree, violation) => ({ ...tree, [violation.file]: violation.text, ...violation.with }),
      CLEAN_TREE,
    ),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a tree without violations passes', () => expect(clean).toEqual([]));

test.each(violations)('$rule reports $what', ({ rule, file }) => {
  expect(findings.filter((finding) => finding.from === file).map((finding) => finding.rule)).toContain(rule);
});

test('a domain may import a type from the index of a lower context', () => {
  expect(findings.filter((finding) => finding.from === 'src/objects/domain/tracked-object.ts')).toEqual([]);
});

test('every rule has a violation in this spec', () => {
  const config = jest.requireActual<{ forbidden: { name: string }[] }>('../../.dependency-cruiser.cjs');
  const family = (name: string): string => name.split(':')[0] ?? name;
  const caught = new Set(violations.map((violation) => family(violation.rule)));
  expect([...new Set(config.forbidden.map((rule) => family(rule.name)))].filter((name) => !caught.has(name))).toEqual(
    [],
  );
});
