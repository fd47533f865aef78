import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '@libs/config';
import { GuardedClient } from '@libs/egress';
import { AppError } from '@libs/kernel';
import {
  BrowserPool,
  BrowserTools,
  pageAddress,
  HttpTools,
  NOTHING_UNREAD,
  ParsingPool,
  RobotsFiles,
  SourceRegistry,
  userAgent,
  sumUnread,
  Unavailable,
  unreadParts,
  type CollectedReview,
  type PlatformObject,
  type PlatformSource,
  type PublicRoad,
  type SnapshotPage,
  type Unread,
  type VisitTools,
} from '@libs/sources';
import { VisitRecorder } from '@libs/sources/samples';
import { maskAuthor } from '@src/reviews';
import { allSources } from '@src/sources';
import packageJson from '../../../package.json';
import { requireEmpty, writeRecording, type WrittenRecording } from './write-recording';

const SHOWN_REVIEWS = 5;
const DEFAULT_LIMIT_MS = 120_000;

/** The first page of an address, as a collection would read it. */
export interface ProbeResult {
  readonly source: string;
  readonly source_name: string;
  readonly url: string;
  readonly name: string | null;
  readonly platform_review_count: number | null;
  readonly reviews_on_first_page: number;
  /** What the first page shows and could not be read, as `2 dates, 1 review`; null if everything was read. */
  readonly unread: string | null;
  readonly reviews: readonly ProbedReview[];
  readonly requests: number;
  readonly duration_ms: number;
}

export interface ProbeOptions {
  /** Time limit of the visit. */
  readonly limitMs?: number;
  /** Records the responses of the first pages of the visit. */
  readonly record?: RecordOptions;
}

export interface RecordOptions {
  /** The folder of the recording; absent or empty. */
  readonly folder: string;
  /** Pages of reviews that are read. */
  readonly pages: number;
  /** Called after the recording is written, also before the error of a failed visit is thrown. */
  readonly onWritten: (recording: WrittenRecording) => void;
}

export interface ProbedReview {
  readonly external_review_id: string | null;
  /** Masked, as it would be stored. */
  readonly author: string | null;
  readonly rating: number | null;
  readonly review_date: string | null;
  readonly text: string | null;
  readonly reply_text: string | null;
}

/**
 * Reads the first page of an address like a collection, without a connection and without the shared pace. Stores nothing. Throws
 * `validation_error` for an address of no platform and for a folder of the recording that is not empty, and the error of the visit.
 */
export async function probeAddress(
  config: Config,
  address: string,
  { limitMs = DEFAULT_LIMIT_MS, record }: ProbeOptions = {},
): Promise<ProbeResult> {
  const registry = new SourceRegistry(await allSources(config));
  const detection = registry.detect(address);
  if ('error' in detection) throw new AppError('validation_error', `${detection.error}: ${detection.reason}`);
  if (record !== undefined) await requireEmpty(record.folder);
  const parsing = new ParsingPool({ deadlineMs: config.HREV_PARSE_TIMEOUT });
  const pool = new BrowserPool({
    chromiumPath: config.HREV_CHROMIUM_PATH,
    noSandbox: config.HREV_CHROMIUM_NO_SANDBOX,
    folder: join(resolve(config.HREV_HOME), 'browser'),
    egress: exemptions(config),
  });
  const client = new GuardedClient(exemptions(config));
  try {
    const pools = { pool, parsing, client, signal: AbortSignal.timeout(limitMs) };
    return await readPages(config, detection, pools, record);
  } finally {
    client.close();
    await parsing.close();
    await pool.close();
  }
}

interface Pools {
  readonly signal: AbortSignal;
  readonly pool: BrowserPool;
  readonly parsing: ParsingPool;
  readonly client: GuardedClient;
}

interface Detected {
  readonly source: PlatformSource;
  readonly match: { readonly canonicalUrl: string };
}

async function readPages(
  config: Config,
  { source, match }: Detected,
  pools: Pools,
  record: RecordOptions | undefined,
): Promise<ProbeResult> {
  const road = source.publicRoad;
  if (road === undefined)
    throw new Unavailable('credentials_missing', `${source.facts.displayName} is read through a connection only`);
  const began = performance.now();
  let requests = 0;
  const plain = toolsFor(config, source, pools, async () => {
    if (requests > 0) await pause(source.facts.politeness.minDelayMs);
    requests += 1;
  });
  if (record === undefined) {
    const { url, pages } = await visitPages({ source, road }, match.canonicalUrl, plain, 1);
    return resultOf(source, url, pages, { requests, durationMs: Math.round(performance.now() - began) });
  }
  const recorder = new VisitRecorder(source.facts);
  const outcome = await visitPages({ source, road }, match.canonicalUrl, recorder.observe(plain), record.pages).catch(
    (error: unknown) => ({ error }),
  );
  const cost = { requests, durationMs: Math.round(performance.now() - began) };
  const visit = 'error' in outcome ? outcome : { reviews: outcome.pages.flatMap(({ reviews }) => [...reviews]) };
  record.onWritten(
    await writeRecording(record.folder, recorder, {
      source: source.facts,
      address: match.canonicalUrl,
      visit,
      // The visit's limit has no effect on what was received.
      parse: (parser, document, facts) => pools.parsing.parse(parser, document, facts, new AbortController().signal),
    }),
  );
  if ('error' in outcome) throw outcome.error;
  return resultOf(source, outcome.url, outcome.pages, cost);
}

/** The first pages of the visit. Throws the error of the visit. */
async function visitPages(
  { source, road }: { readonly source: PlatformSource; readonly road: PublicRoad },
  address: string,
  tools: VisitTools,
  limit: number,
): Promise<{ readonly url: string; readonly pages: readonly SnapshotPage[] }> {
  const url = await pageAddress(address, source, tools);
  const visit = road.visit(url, tools);
  const pages: SnapshotPage[] = [];
  while (pages.length < limit) {
    const step = await visit.next();
    if (step.done) break;
    pages.push(step.value);
  }
  await visit.return({ coverage: 'window' });
  return { url, pages };
}

function toolsFor(
  config: Config,
  { facts }: PlatformSource,
  { pool, parsing, client, signal }: Pools,
  permit: () => Promise<void>,
): VisitTools {
  const origin = config.HREV_SOURCE_ORIGINS[facts.slug] ?? null;
  const robots = config.HREV_ROBOTS === 'obey' ? new RobotsFiles({ userAgent: userAgent(packageJson.version) }) : null;
  const shared = { client, facts, origin, permit, robots, signal };
  return {
    http: new HttpTools({ ...shared, version: packageJson.version }),
    browser: new BrowserTools({ ...shared, pool }),
    parse: (parser, document, given) => parsing.parse(parser, document, given, signal),
    hasStoredReviews: () => Promise.resolve(false),
    now: new Date(),
    signal,
  };
}

function exemptions(config: Config): { exemptOrigins: readonly string[]; allowPrivate: boolean } {
  return { exemptOrigins: Object.values(config.HREV_SOURCE_ORIGINS), allowPrivate: config.HREV_ALLOW_PRIVATE_TARGETS };
}

/** What a page shows and could not be read. */
function unreadOf({ reviews, object }: SnapshotPage): Unread {
  return sumUnread(reviews.unread, object?.unread, ...[...reviews].flatMap(({ unread }) => unread ?? []));
}

function resultOf(
  source: PlatformSource,
  url: string,
  pages: readonly SnapshotPage[],
  cost: { readonly requests: number; readonly durationMs: number },
): ProbeResult {
  const reviews: readonly CollectedReview[] = [...(pages[0]?.reviews ?? [])];
  const object: PlatformObject | null = pages[0]?.object ?? null;
  return {
    source: source.facts.slug,
    source_name: source.facts.displayName,
    url,
    name: object?.name ?? null,
    platform_review_count: object?.reviewCount ?? null,
    reviews_on_first_page: reviews.length,
    unread: unreadParts(pages[0] === undefined ? NOTHING_UNREAD : unreadOf(pages[0])),
    reviews: reviews.slice(0, SHOWN_REVIEWS).map((review) => ({
      external_review_id: review.externalId,
      author: maskAuthor(review.author),
      rating: review.rating,
      review_date: review.reviewDate,
      text: review.text,
      reply_text: review.replyText,
    })),
    requests: cost.requests,
    duration_ms: cost.durationMs,
  };
}
