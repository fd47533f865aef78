import { GuardedClient } from '@libs/egress';
import {
  builtInSources,
  HttpTools,
  ParsingPool,
  Unavailable,
  type CollectedReview,
  type PlatformObject,
  type PlatformSource,
  type PublicRoad,
  type SourceBrowser,
} from '@libs/sources';
import { SandboxServer, sandboxPlatforms } from '@libs/sources/sandbox';

/** A page of the sandbox, read by the adapter of its platform. */
export interface DemoLink {
  readonly source: PlatformSource;
  readonly url: string;
  readonly object: PlatformObject | null;
  readonly reviews: readonly CollectedReview[];
}

const unavailable = (): Promise<never> =>
  Promise.reject(new Unavailable('browser_unavailable', 'the demo is read without a browser'));
/** A generous limit, because the pages of the sandbox are trusted. */
const PAGE_LIMIT_MS = 60_000;
const noBrowser: SourceBrowser = { render: unavailable, open: unavailable };

/**
 * Reads the reviews of the demo account. The sandbox simulates the platforms on loopback, and the real adapters read it, so the demo
 * contains the same data as a collection. Sources that need a browser or a connection are omitted. `threadFile` is the script of the
 * parsing threads; without it, the built one.
 */
export async function readDemoReviews(version: string, threadFile?: string): Promise<readonly DemoLink[]> {
  const sandbox = new SandboxServer(sandboxPlatforms);
  const origin = await sandbox.start();
  const parsing = new ParsingPool({
    deadlineMs: PAGE_LIMIT_MS,
    threads: 1,
    ...(threadFile === undefined ? {} : { file: threadFile }),
  });
  const client = new GuardedClient({ exemptOrigins: [origin] });
  try {
    const links: DemoLink[] = [];
    for (const url of sandbox.seedDemo()) {
      const source = builtInSources.find((candidate) => candidate.match(new URL(url))?.kind === 'page');
      if (source?.publicRoad && source.publicRoad.reading !== 'browser')
        links.push(await readPage(source, source.publicRoad, url, { client, origin, parsing, version }));
    }
    return links;
  } finally {
    client.close();
    await parsing.close();
    await sandbox.stop();
  }
}

interface ReadTools {
  readonly client: GuardedClient;
  readonly origin: string;
  readonly parsing: ParsingPool;
  readonly version: string;
}

async function readPage(
  source: PlatformSource,
  road: PublicRoad,
  url: string,
  { client, origin, parsing, version }: ReadTools,
): Promise<DemoLink> {
  const match = source.match(new URL(url));
  const { signal } = new AbortController();
  const http = new HttpTools({ client, facts: source.facts, origin, permit: () => Promise.resolve(), signal, version });
  const canonicalUrl = match?.kind === 'page' ? match.canonicalUrl : url;
  const reviews: CollectedReview[] = [];
  let object: PlatformObject | null = null;
  for await (const page of road.visit(canonicalUrl, {
    http,
    browser: noBrowser,
    parse: (parser, document, facts) => parsing.parse(parser, document, facts, signal),
    hasStoredReviews: () => Promise.resolve(false),
    now: new Date(),
    signal,
  })) {
    reviews.push(...page.reviews);
    object ??= page.object ?? null;
  }
  return { source, url: canonicalUrl, object, reviews };
}
