/**
 * The same work with Crawlee, in a separate process: `HttpCrawler` or `PlaywrightCrawler`, the product's parsers, and one COPY a page
 * into a table with the columns and indexes of `review`.
 *
 * It is as fast as the crawlers can be made by their options: all addresses are known in advance, all slots are used from the start,
 * and there are no sessions, no stored state and no retries. Browser: the options of the product that concern the sandbox only.
 *
 * Arguments: database address, `http` or `browser`, pages at once, path of the browser.
 */
import pg from 'pg';
import { page as markedPage } from '@libs/sources/platforms/schema-org/parsers';
import { reviewsPage } from '@libs/sources/platforms/steam/parsers';
import type { CollectedReview } from '@libs/sources';
import { copyIn, copyText } from '../../anchors/copy-in';
import { READY } from '../../loopback/rendered-page';
import { requirePeer } from '../installed';

export interface CrawlOrder {
  readonly addresses: readonly string[];
}

export interface CrawlResult {
  /** When the last page was stored, in milliseconds since 1970. */
  readonly endedAt: number;
  readonly pages: number;
  readonly reviews: number;
}

interface HttpContext {
  readonly body: string | Buffer;
}

interface BrowserContext {
  readonly page: {
    waitForSelector(selector: string, options: { readonly state: 'attached' }): Promise<unknown>;
    content(): Promise<string>;
    url(): string;
  };
}

interface Crawler {
  run(addresses: readonly string[]): Promise<{ readonly requestsFailed: number }>;
}

interface Crawlee {
  readonly Configuration: new (options: object) => object;
  readonly HttpCrawler: new (options: object, configuration: object) => Crawler;
  readonly PlaywrightCrawler: new (options: object, configuration: object) => Crawler;
  readonly log: { setLevel(level: number): void };
}

const RATING_SCALE = 5;
const NAVIGATION = { waitUntil: 'domcontentloaded' } as const;
const TARGET = {
  accountId: 1,
  objectId: 1,
  linkId: 1,
  sourceId: 951,
  runId: 1,
  rawPrivacy: { names: ['author_name'], drop: [] },
  contentDays: null,
};

const [databaseUrl = '', kind = '', slots = '', executablePath = ''] = process.argv.slice(2);
const atOnce = Number(slots);

/** Stores pages, with as many connections as pages are crawled at once. */
class Storage {
  private readonly free: pg.Client[] = [];
  private place = 0;
  pages = 0;
  endedAt = 0;

  get reviews(): number {
    return this.place;
  }

  async open(): Promise<void> {
    for (let n = 0; n < atOnce; n += 1) {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      this.free.push(client);
    }
  }

  async store(reviews: readonly CollectedReview[]): Promise<void> {
    const from = this.place;
    this.place += reviews.length;
    const client = this.free.pop();
    if (client === undefined) throw new Error('more pages than connections');
    try {
      await copyIn(client, copyText([{ link: TARGET, reviews }], from));
    } finally {
      this.free.push(client);
    }
    this.pages += 1;
    this.endedAt = Date.now();
  }
}

/** Options of both crawlers. */
const COMMON = {
  minConcurrency: atOnce,
  maxConcurrency: atOnce,
  maxRequestRetries: 0,
  useSessionPool: false,
  persistCookiesPerSession: false,
  statisticsOptions: { persistenceOptions: { enable: false } },
};

function httpCrawler({ HttpCrawler, Configuration }: Crawlee, storage: Storage): Crawler {
  const options = {
    ...COMMON,
    requestHandler: ({ body }: HttpContext) => storage.store(reviewsPage.read(body.toString(), { appId: '1' }).reviews),
  };
  return new HttpCrawler(options, new Configuration({ persistStorage: false }));
}

function browserCrawler({ PlaywrightCrawler, Configuration }: Crawlee, storage: Storage): Crawler {
  const options = {
    ...COMMON,
    launchContext: { launchOptions: { executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] } },
    headless: true,
    preNavigationHooks: [
      (_: unknown, navigation: Record<string, unknown>) => void Object.assign(navigation, NAVIGATION),
    ],
    requestHandler: async ({ page }: BrowserContext) => {
      await page.waitForSelector(READY, { state: 'attached' });
      const facts = {
        pageUrl: page.url(),
        ratingScale: RATING_SCALE,
        now: new Date(),
        status: 200,
        marks: { cloudflare: false, waf: false },
      };
      const { reviews } = markedPage.read(await page.content(), facts);
      // The page shows no ids.
      await storage.store(reviews.map((review) => ({ ...review, externalId: markedPage.keyOf(review) })));
    },
  };
  return new PlaywrightCrawler(options, new Configuration({ persistStorage: false }));
}

async function crawl(storage: Storage, { addresses }: CrawlOrder): Promise<CrawlResult> {
  const [pages, reviews] = [storage.pages, storage.reviews];
  const crawlee = requirePeer('crawlee', kind === 'http' ? '@crawlee/http' : '@crawlee/playwright') as Crawlee;
  crawlee.log.setLevel(1);
  const crawler = kind === 'http' ? httpCrawler(crawlee, storage) : browserCrawler(crawlee, storage);
  const { requestsFailed } = await crawler.run(addresses);
  if (requestsFailed > 0) throw new Error(`Crawlee failed ${requestsFailed} of ${addresses.length} pages`);
  return { endedAt: storage.endedAt, pages: storage.pages - pages, reviews: storage.reviews - reviews };
}

const storage = new Storage();
void storage.open().then(() => process.send?.('ready'));
process.on('message', (order: CrawlOrder) => {
  crawl(storage, order).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit(0));
