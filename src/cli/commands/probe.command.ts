import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { loadConfig, type Config } from '@libs/config';
import { GuardedClient } from '@libs/egress';
import { AppError, forTerminal } from '@libs/kernel';
import {
  BrowserPool,
  BrowserTools,
  builtInSources,
  pageAddress,
  HttpTools,
  ParsingPool,
  SourceRegistry,
  type CollectedReview,
  type PlatformObject,
  type PlatformSource,
  type VisitTools,
} from '@libs/sources';
import { maskAuthor } from '@src/reviews';
import { declaredSources } from '@src/sources';
import packageJson from '../../../package.json';
import type { CommandResult } from '../command-tools';
import { runCommand } from '../run-command';

const SHOWN_REVIEWS = 5;
const PROBE_LIMIT_MS = 120_000;
const SHOWN_TEXT = 100;

/** `sources probe URL`: reads the first page of an address like a collection. Needs no database and stores nothing. */
export function addProbeCommand(sources: Command): void {
  sources
    .command('probe')
    .description('read one page without storing it: platform, name, first reviews, timings')
    .argument('<url>', 'address of the page')
    .option('--json', 'print one JSON object')
    .action((url: string, options: { json?: boolean }) => runCommand(options, () => probe(url)));
}

async function probe(address: string): Promise<CommandResult> {
  const config = loadConfig();
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
    return await readFirstPage(config, detection.source, detection.match, { pool, parsing });
  } finally {
    await parsing.close();
    await pool.close();
  }
}

interface Pools {
  readonly pool: BrowserPool;
  readonly parsing: ParsingPool;
}

async function readFirstPage(
  config: Config,
  source: PlatformSource,
  match: { readonly canonicalUrl: string },
  pools: Pools,
): Promise<CommandResult> {
  const began = performance.now();
  let requests = 0;
  const tools = toolsFor(config, source, pools, async () => {
    if (requests > 0) await pause(source.facts.politeness.minDelayMs);
    requests += 1;
  });
  const url = await pageAddress(match.canonicalUrl, source, tools);
  const pages = source.visit(url, tools);
  const first = await pages.next();
  await pages.return({ coverage: 'window' });
  const page = first.done
    ? { reviews: [], object: null }
    : { reviews: [...first.value.reviews], object: first.value.object ?? null };
  return present(source, url, page, { requests, durationMs: Math.round(performance.now() - began) });
}

function toolsFor(
  config: Config,
  { facts }: PlatformSource,
  { pool, parsing }: Pools,
  permit: () => Promise<void>,
): VisitTools {
  const signal = AbortSignal.timeout(PROBE_LIMIT_MS);
  const origin = config.HREV_SOURCE_ORIGINS[facts.slug] ?? null;
  const shared = { client: new GuardedClient(exemptions(config)), facts, origin, permit, signal };
  return {
    http: new HttpTools({ ...shared, version: packageJson.version }),
    browser: new BrowserTools({ ...shared, pool }),
    parse: (parser, document, given) => parsing.parse(parser, document, given, signal),
    connection: null,
    holdsReviews: () => Promise.resolve(false),
    now: new Date(),
    signal,
  };
}

function exemptions(config: Config): { exemptOrigins: readonly string[]; allowPrivate: boolean } {
  return { exemptOrigins: Object.values(config.HREV_SOURCE_ORIGINS), allowPrivate: config.HREV_ALLOW_PRIVATE_TARGETS };
}

function present(
  source: PlatformSource,
  url: string,
  page: { readonly reviews: readonly CollectedReview[]; readonly object: PlatformObject | null },
  cost: { readonly requests: number; readonly durationMs: number },
): CommandResult {
  const reviews = page.reviews.slice(0, SHOWN_REVIEWS).map((review) => ({
    external_review_id: review.externalId,
    author: maskAuthor(review.author),
    rating: review.rating,
    review_date: review.reviewDate,
    text: review.text,
    reply_text: review.replyText,
  }));
  return {
    json: {
      source: source.facts.slug,
      url,
      name: page.object?.name ?? null,
      platform_review_count: page.object?.reviewCount ?? null,
      reviews_on_first_page: page.reviews.length,
      reviews,
      requests: cost.requests,
      duration_ms: cost.durationMs,
    },
    lines: [
      `${source.facts.displayName}  ${url}`,
      `name     ${forTerminal(page.object?.name ?? '-')}`,
      `reviews  ${page.reviews.length} on the first page, ${page.object?.reviewCount ?? 'an unknown number'} in all`,
      `took     ${cost.durationMs} ms, ${cost.requests} requests`,
      ...reviews.map(
        (review) =>
          `  ${review.review_date ?? '-'}  ${review.rating ?? '-'}  ${forTerminal(review.author ?? '-')}: ${shortened(review.text ?? '-')}`,
      ),
    ],
  };
}

const shortened = (text: string): string => forTerminal(text.replace(/\s+/g, ' ')).slice(0, SHOWN_TEXT);
