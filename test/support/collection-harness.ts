import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { loadConfig, type Config } from '@libs/config';
import type { Database } from '@libs/database';
import { Outbox } from '@libs/events';
import { builtInSources, ParsingPool, type PlatformSource, type PublicRoad, type RoadFacts } from '@libs/sources';
import { AuditTrail } from '@src/audit';
import { AuditStore } from '@src/audit/persistence/audit.store';
import { SourceHealthStore, SourcePaceStore } from '@src/collection/health';
import { PassOutcomesService, RunResultStore, type RunLinkReport } from '@src/collection/outcomes';
import { RunLeaseStore, type ClaimedLink } from '@src/collection/persistence/run-lease.store';
import { PlanRunsService, RunPlanningStore } from '@src/collection/planning';
import { CollectLinkService } from '@src/collection/visiting/collect-link.service';
import { CompanionsService } from '@src/collection/visiting/companions.service';
import { ObjectRoadsService } from '@src/collection/visiting/object-roads.service';
import { PassIntakeService } from '@src/collection/visiting/pass-intake.service';
import { PassStartStore } from '@src/collection/visiting/persistence/pass-start.store';
import { UnparsedSamplesService } from '@src/collection/visiting/unparsed-samples.service';
import { VisitToolsFactory } from '@src/collection/visiting/visit-tools.factory';
import type { ConnectionsService } from '@src/connections';
import { LinkedSourcesQuery } from '@src/links/persistence/linked-sources.query';
import { ObjectDirectory } from '@src/objects';
import { ObjectStore } from '@src/objects/persistence/object.store';
import { ChangeCounterStore } from '@src/reviews/persistence/change-counter.store';
import { ReviewIntakeStore } from '@src/reviews/intake/persistence/review-intake.store';
import { ReviewRoadStore } from '@src/reviews/intake/persistence/review-road.store';
import { FinishPassService } from '@src/reviews/intake/finish-pass.service';
import { ReviewIntakeService } from '@src/reviews/intake/review-intake.service';
import { SourceCatalogue, SourceSamples } from '@src/sources';
import { SourceSampleStore } from '@src/sources/persistence/source-sample.store';
import { SourceStore } from '@src/sources/persistence/source.store';
import { connectionServices } from './connection-services';
import { sealingKeysOn } from './sealing-keys';
import { recordedWakeups } from './noted-wakeups';
import { aLink, type LinkFixture } from './store-fixture';

/** A parsing thread that needs no build. */
const PARSING_THREAD = join(__dirname, 'parsing-thread.cjs');

/** The services of collection on a PostgreSQL database. A list of the sent jobs replaces the queue. */
export interface CollectionHarness {
  readonly config: Config;
  readonly database: Database;
  readonly catalogue: SourceCatalogue;
  readonly planner: PlanRunsService;
  readonly planning: RunPlanningStore;
  readonly leases: RunLeaseStore;
  readonly pace: SourcePaceStore;
  readonly starts: PassStartStore;
  readonly results: RunResultStore;
  readonly collector: CollectLinkService;
  readonly connections: ConnectionsService;
  readonly wakeupsSent: string[];
  /** Plans due links until no more can be planned. Returns the number of planned links. */
  planDue(): Promise<number>;
  close(): Promise<void>;
}

export interface CollectionHarnessOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly platforms?: readonly PlatformSource[];
}

export async function collectionHarness(
  database: Database,
  options: CollectionHarnessOptions = {},
): Promise<CollectionHarness> {
  Logger.overrideLogger(false);
  const config = loadConfig({
    NODE_ENV: 'test',
    HREV_ALLOW_PRIVATE_TARGETS: 'true',
    HREV_HOME: '/tmp/hrev-collection-harness',
    HREV_CHROMIUM_NO_SANDBOX: String(process.getuid?.() === 0),
    ...options.environment,
  });
  const catalogue = await SourceCatalogue.load(
    new SourceStore(database),
    options.platforms ?? builtInSources.map(withoutDelay),
    new LinkedSourcesQuery(database),
  );
  const { wakeups, wakeupsSent } = recordedWakeups();
  const planning = new RunPlanningStore(database);
  const directory = new ObjectDirectory(new ObjectStore(database));
  const planner = new PlanRunsService(
    ...([config, database, planning, directory, catalogue, wakeups] as const),
    new AuditTrail(new AuditStore(database)),
  );
  const leases = new RunLeaseStore(database);
  const pace = new SourcePaceStore(database);
  const results = new RunResultStore(database, new Outbox(database));
  const { connections, notices } = connectionServices(database, config, catalogue, sealingKeysOn(database, config));
  const intakeParts = [
    ...([new ReviewIntakeStore(database), new ReviewRoadStore(database)] as const),
    ...([new ChangeCounterStore(database), database] as const),
  ] as const;
  const [intake, passes] = [new ReviewIntakeService(...intakeParts), new FinishPassService(...intakeParts)];
  const parsing = new ParsingPool({ deadlineMs: config.HREV_PARSE_TIMEOUT, file: PARSING_THREAD });
  const tools = new VisitToolsFactory(config, pace, parsing);
  const health = new SourceHealthStore(database);
  const roads = new ObjectRoadsService(connections);
  const outcomes = new PassOutcomesService(
    ...([config, database, catalogue, passes, leases, results, pace, health, planner, connections, notices] as const),
  );
  const starts = new PassStartStore(database, leases);
  const reading = new PassIntakeService(database, starts, leases, intake, planner);
  const samples = new UnparsedSamplesService(new SourceSamples(new SourceSampleStore(database)), parsing);
  const companions = new CompanionsService(planner, leases, roads);
  const collector = new CollectLinkService(
    ...([config, catalogue, leases, roads, companions, tools, reading, outcomes, samples] as const),
  );
  return {
    config,
    database,
    catalogue,
    planner,
    planning,
    leases,
    pace,
    starts,
    results,
    collector,
    connections,
    wakeupsSent,
    planDue: async () => {
      for (let planned = 0; ;) {
        const batch = await planner.planSome();
        planned += batch.planned;
        if (!batch.hasMore) return planned;
      }
    },
    close: () => tools.onApplicationShutdown(),
  };
}

/** A platform without the minimum delay between requests. */
function withoutDelay(source: PlatformSource): PlatformSource {
  const politeness = { ...source.facts.politeness, minDelayMs: 0, dailyRequests: 1_000_000 };
  return { ...source, facts: { ...source.facts, politeness } };
}

export const SCRIPTED_SOURCE_ID = 900;
const SCRIPTED_HOST = 'scripted.example';

/** A platform whose visits the test implements, for behaviour that no built-in adapter has. */
export function scriptedPlatform(
  visit: PublicRoad['visit'],
  { order = 'newest_first', ...facts }: Partial<PlatformSource['facts'] & Pick<RoadFacts, 'order'>> = {},
): PlatformSource {
  return {
    facts: {
      id: SCRIPTED_SOURCE_ID,
      slug: 'scripted',
      displayName: 'Scripted',
      baseUrl: `https://${SCRIPTED_HOST}`,
      ratingScale: 5,
      hasReply: true,
      hasImages: false,
      canPublishReply: false,
      replyMaxLength: null,
      replyLengthUnit: null,
      hosts: [SCRIPTED_HOST],
      idStability: 'strong',
      politeness: { concurrency: 100, minDelayMs: 0, dailyRequests: 1_000_000 },
      rawPrivacy: { names: [], drop: [] },
      contentLimit: null,
      ...facts,
    },
    match: (url) => (url.hostname === SCRIPTED_HOST ? { kind: 'page', canonicalUrl: url.href } : null),
    publicRoad: {
      name: 'public',
      reading: 'http',
      order,
      shows: 'all',
      limit: null,
      evidence: 'documented',
      visit,
    },
  };
}

/** A link that is due at once, to `url`, or to the scripted platform if `url` is not given. */
export async function linkTo(
  database: Database,
  sourceId: number,
  fields: { readonly accountId?: number; readonly objectId?: number; readonly url?: string } = {},
): Promise<LinkFixture> {
  const link = await aLink(database, { ...fields, sourceId });
  await database.query('update link set url = $2 where id = $1', [
    link.linkId,
    fields.url ?? `https://${SCRIPTED_HOST}/${link.linkId}`,
  ]);
  return link;
}

export function makeDue(database: Database, linkId: number): Promise<number> {
  return database.execute('update link_collection set next_run_at = clock_timestamp() where link_id = $1', [linkId]);
}

/** Plans one link now, claims it and returns the claim. */
export async function claimNow(harness: CollectionHarness, link: LinkFixture, full = false): Promise<ClaimedLink> {
  const runId = await harness.planner.collectNow(link.accountId, link.objectId, { full, minGapMs: 0 });
  const claim = await harness.collector.claim(runId);
  if (claim === null) throw new Error(`nothing to claim in run ${runId}`);
  return claim;
}

/** Collects a link once, from plan to end. Retries run without their backoff. */
export async function collectOnce(
  harness: CollectionHarness,
  link: LinkFixture,
  full = false,
): Promise<RunLinkReport & { readonly runId: number }> {
  const runId = await harness.planner.collectNow(link.accountId, link.objectId, { full, minGapMs: 0 });
  for (;;) {
    await harness.database.query('update run_link set not_before = clock_timestamp() where run_id = $1', [runId]);
    await harness.database.query("update source_pace set next_request_at = '-infinity'");
    await harness.database.query("update account_pace set held_until = '-infinity'");
    const claim = await harness.collector.claim(runId);
    if (claim === null) break;
    await harness.collector.run(claim);
  }
  const report = await harness.results.report(runId);
  const linkReport = report?.links.find((one) => one.linkId === link.linkId);
  if (!linkReport) throw new Error(`the run ${runId} does not contain the link ${link.linkId}`);
  return { ...linkReport, runId };
}

export interface LinkState {
  readonly next_run_at: Date | null;
  readonly scrape_status: string;
  readonly scrape_error: string | null;
  readonly warning: string | null;
  readonly frozen_at: Date | null;
  readonly lasting_failures: number;
  readonly failures: number;
  readonly failing_since: Date | null;
  readonly stop_reason: string | null;
  readonly full_pass_at: Date | null;
  readonly full_pass_newest: string | null;
  readonly last_scraped_at: Date | null;
}

export async function linkState(database: Database, linkId: number): Promise<LinkState> {
  const [row] = await database.query<LinkState>('select * from link_collection where link_id = $1', [linkId]);
  if (!row) throw new Error(`no link ${linkId}`);
  return row;
}

export interface OutboxRow {
  readonly event: string;
  readonly account_id: number;
  readonly payload: Record<string, unknown>;
}

/** The events that a run wrote to the outbox, in order. */
export function eventsOf(database: Database, runId: number): Promise<OutboxRow[]> {
  return database.query<OutboxRow>(
    `select event, account_id, payload from outbox where payload->>'run_id' = $1 order by id`,
    [String(runId)],
  );
}
