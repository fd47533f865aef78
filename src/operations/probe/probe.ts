import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '@libs/config';
import { GuardedClient } from '@libs/egress';
import { AppError } from '@libs/kernel';
import {
  BrowserPool,
  BrowserTools,
  builtInSources,
  pageAddress,
  HttpTools,
  ParsingPool,
  SourceRegistry,
  Unavailable,
  type CollectedReview,
  type PlatformObject,
  type PlatformSource,
  type VisitTools,
} from '@libs/sources';
import { maskAuthor } from '@src/reviews';
import { declaredSources } from '@src/sources';
import packageJson from '../../../package.json';

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
  readonly reviews: readonly ProbedReview[];
  readonly requests: number;
  readonly duration_ms: number;
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
 * `validation_error` for an address of no platform, and the error of the visit.
 */
export async function probeAddress(config: Config, address: string, limitMs = DEFAULT_LIMIT_MS): Promise<ProbeResult> {
  const registry = new SourceRegistry([...builtInSources, ...(await declaredSources(config.HREV_EXTRA_SOURCES))]);
  const detection = registry.detect(address);
  if ('error' in detection) throw new AppError('validation_error', `${detection.error}: ${detection.reason}`);
  const parsing = new ParsingPool({ deadlineMs: config.HREV_PARSE_TIMEOUT });
  const pool = new BrowserPool({
    chromiumPath: config.HREV_CHROMIUM_PATH,
    noSandbox: config.HREV_CHROMIUM_NO_SANDBOX,
    folder: join(resolve(config.HREV_HOME), 'browser'),
    egress: exemptions(config),
  });
  try {
    return await readFirstPage(config, detection.source, detection.match, {
      pool,
      parsing,
      signal: AbortSignal.timeout(limitMs),
    });
  } finally {
    await parsing.close();
    await pool.close();
  }
}

interface Pools {
  readonly signal: AbortSignal;
  readonly pool: BrowserPool;
  readonly parsing: ParsingPool;
}

async function readFirstPage(
  config: Config,
  source: PlatformSource,
  match: { readonly canonicalUrl: string },
  pools: Pools,
): Promise<ProbeResult> {
  const road = source.publicRoad;
  if (road === undefined)
    throw new Unavailable('credentials_missing', `${source.facts.displayName} is read through a connection only`);
  const began = performance.now();
  let requests = 0;
  const tools = toolsFor(config, source, pools, async () => {
    if (requests > 0) await pause(source.facts.politeness.minDelayMs);
    requests += 1;
  });
  const url = await pageAddress(match.canonicalUrl, source, tools);
  const pages = road.visit(url, tools);
  const first = await pages.next();
  await pages.return({ coverage: 'window' });
  const page = first.done
    ? { reviews: [], object: null }
    : { reviews: [...first.value.reviews], object: first.value.object ?? null };
  return resultOf(source, url, page, { requests, durationMs: Math.round(performance.now() - began) });
}

function toolsFor(
  config: Config,
  { facts }: PlatformSource,
  { pool, parsing, signal }: Pools,
  permit: () => Promise<void>,
): VisitTools {
  const origin = config.HREV_SOURCE_ORIGINS[facts.slug] ?? null;
  const shared = { client: new GuardedClient(exemptions(config)), facts, origin, permit, signal };
  return {
    http: new HttpTools({ ...shared, version: packageJson.version }),
    browser: new BrowserTools({ ...shared, pool }),
    parse: (parser, document, given) => parsing.parse(parser, document, given, signal),
    holdsReviews: () => Promise.resolve(false),
    now: new Date(),
    signal,
  };
}

function exemptions(config: Config): { exemptOrigins: readonly string[]; allowPrivate: boolean } {
  return { exemptOrigins: Object.values(config.HREV_SOURCE_ORIGINS), allowPrivate: config.HREV_ALLOW_PRIVATE_TARGETS };
}

function resultOf(
  source: PlatformSource,
  url: string,
  page: { readonly reviews: readonly CollectedReview[]; readonly object: PlatformObject | null },
  cost: { readonly requests: number; readonly durationMs: number },
): ProbeResult {
  return {
    source: source.facts.slug,
    source_name: source.facts.displayName,
    url,
    name: page.object?.name ?? null,
    platform_review_count: page.object?.reviewCount ?? null,
    reviews_on_first_page: page.reviews.length,
    reviews: page.reviews.slice(0, SHOWN_REVIEWS).map((review) => ({
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
