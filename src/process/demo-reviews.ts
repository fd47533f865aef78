import { GuardedClient } from '@libs/egress';
import {
  builtInSources,
  HttpTools,
  ParsingPool,
  Unavailable,
  type CollectedReview,
  type PlatformObject,
  type PlatformSource,
  type SourceBrowser,
} from '@libs/sources';
import { SandboxServer, sandboxPlatforms } from '@libs/sources/sandbox';

/** An invented page of a platform, read by the adapter of that platform. */
export interface DemoLink {
  readonly source: PlatformSource;
  readonly url: string;
  readonly object: PlatformObject | null;
  readonly reviews: readonly CollectedReview[];
}

const none = (): Promise<never> =>
  Promise.reject(new Unavailable('browser_unavailable', 'the demo is read without a browser'));
/** The sandbox's pages are ours, so that the limit may be generous. */
const PAGE_LIMIT_MS = 60_000;
const noBrowser: SourceBrowser = { render: none, open: none };

/**
 * The reviews of the demo account. The sandbox simulates the platforms on loopback and the real adapters read it, so that the
 * demo holds what a collection stores. Sources that need a browser or an owner's connection are left out.
 */
export async function readDemoReviews(version: string): Promise<readonly DemoLink[]> {
  const sandbox = new SandboxServer(sandboxPlatforms);
  const origin = await sandbox.start();
  const parsing = new ParsingPool({ deadlineMs: PAGE_LIMIT_MS, threads: 1 });
  try {
    const client = new GuardedClient({ exemptOrigins: [origin] });
    const links: DemoLink[] = [];
    for (const url of sandbox.seedDemo()) {
      const source = builtInSources.find((candidate) => candidate.match(new URL(url))?.kind === 'page');
      if (source && source.facts.reading !== 'browser' && !source.facts.needsConnection)
        links.push(await read(source, url, { client, origin, parsing, version }));
    }
    return links;
  } finally {
    await parsing.close();
    await sandbox.stop();
  }
}

interface Ways {
  readonly client: GuardedClient;
  readonly origin: string;
  readonly parsing: ParsingPool;
  readonly version: string;
}

async function read(
  source: PlatformSource,
  url: string,
  { client, origin, parsing, version }: Ways,
): Promise<DemoLink> {
  const match = source.match(new URL(url));
  const { signal } = new AbortController();
  const http = new HttpTools({ client, facts: source.facts, origin, permit: () => Promise.resolve(), signal, version });
  const canonicalUrl = match?.kind === 'page' ? match.canonicalUrl : url;
  const reviews: CollectedReview[] = [];
  let object: PlatformObject | null = null;
  for await (const page of source.visit(canonicalUrl, {
    http,
    browser: noBrowser,
    parse: (parser, document, facts) => parsing.parse(parser, document, facts, signal),
    connection: null,
    holdsReviews: () => Promise.resolve(false),
    now: new Date(),
    signal,
  })) {
    reviews.push(...page.reviews);
    object ??= page.object ?? null;
  }
  return { source, url: canonicalUrl, object, reviews };
}
