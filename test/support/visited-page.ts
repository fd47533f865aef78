/** A scripted platform with one page that links of several accounts show, and the visits that it receives. */
import type { Database } from '@libs/database';
import type { PlatformSource, SnapshotPage, VisitTools } from '@libs/sources';
import {
  SCRIPTED_SOURCE_ID,
  claimNow,
  collectionHarness,
  linkTo,
  scriptedPlatform,
  type CollectionHarness,
} from './collection-harness';
import { storeFixture, type LinkFixture, type StoreFixture } from './store-fixture';

export const PAGE_URL = 'https://scripted.example/page';

/** The newest run link of a link. */
export interface Outcome {
  readonly state: string;
  readonly outcome: string | null;
  readonly attempts: number;
  /** The code of `scrape_error`. */
  readonly error: string | null;
  readonly stop: string | null;
  /** Whether it waits for its next attempt. */
  readonly waits: boolean;
}

export const SUCCESS: Partial<Outcome> = { state: 'ended', outcome: 'success', attempts: 1 };

export class VisitedPage {
  pages: readonly SnapshotPage[] = [];
  /** Called before each page after the first, and at the end of the list. */
  beforePage: (page: number, tools: VisitTools) => unknown = () => undefined;
  readonly visits: string[] = [];
  pagesRead = 0;
  harness!: CollectionHarness;

  private constructor(private readonly fixture: StoreFixture) {}

  /** `extend` may add roads to the platform. `environment` adds variables. */
  static async start(
    environment: Readonly<Record<string, string>> = {},
    extend: (platform: PlatformSource) => PlatformSource = (platform) => platform,
  ): Promise<VisitedPage> {
    const page = new VisitedPage(await storeFixture());
    const platform = scriptedPlatform((url, tools) => page.visit(url, tools));
    page.harness = await collectionHarness(page.database, { platforms: [extend(platform)], environment });
    return page;
  }

  get database(): Database {
    return this.fixture.database;
  }

  async reset(pages: readonly SnapshotPage[]): Promise<void> {
    await this.database.query('truncate switch_off, account, source_pace, review, review_raw, outbox cascade');
    [this.pages, this.beforePage, this.pagesRead, this.visits.length] = [pages, () => undefined, 0, 0];
  }

  async close(): Promise<void> {
    await this.harness.close();
    await this.fixture.close();
  }

  /** Links of different accounts to one page. */
  async links(count: number, url = PAGE_URL): Promise<LinkFixture[]> {
    const links: LinkFixture[] = [];
    while (links.length < count) links.push(await linkTo(this.database, SCRIPTED_SOURCE_ID, { url }));
    return links;
  }

  async threeLinks(): Promise<[LinkFixture, LinkFixture, LinkFixture]> {
    return (await this.links(3)) as [LinkFixture, LinkFixture, LinkFixture];
  }

  /** Collects a link now. Links to the page that are due take part. */
  async visitLedBy(link: LinkFixture, stop?: AbortSignal): Promise<void> {
    await this.harness.collector.run(await claimNow(this.harness, link), stop);
  }

  /** Collects all links that are due or wait, one visit after another. */
  async runAll(): Promise<void> {
    const { collector } = this.harness;
    await this.harness.planDue();
    for (let claim = await collector.claim(null); claim !== null; claim = await collector.claim(null))
      await collector.run(claim);
  }

  outcomesOf(links: readonly LinkFixture[]): Promise<(Outcome | undefined)[]> {
    return Promise.all(links.map((link) => this.outcomeOf(link)));
  }

  async outcomeOf({ linkId }: LinkFixture): Promise<Outcome | undefined> {
    const [row] = await this.database.query<Outcome>(
      `select state, outcome, attempts, split_part(scrape_error, ':', 1) as error, stop_reason as stop,
         not_before > clock_timestamp() as waits from run_link where link_id = $1 order by id desc limit 1`,
      [linkId],
    );
    return row;
  }

  async reviewsOf({ linkId }: LinkFixture): Promise<number> {
    const [row] = await this.database.query<{ n: number }>('select count(*)::int as n from review where link_id = $1', [
      linkId,
    ]);
    return row?.n ?? 0;
  }

  private async *visit(url: string, tools: VisitTools): AsyncGenerator<SnapshotPage, { coverage: 'all' }, void> {
    this.visits.push(url);
    for (const [index, page] of this.pages.entries()) {
      if (index > 0) await this.beforePage(index + 1, tools);
      this.pagesRead += 1;
      yield page;
    }
    await this.beforePage(this.pages.length + 1, tools);
    return { coverage: 'all' };
  }
}
