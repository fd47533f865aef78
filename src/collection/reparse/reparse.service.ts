import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppError } from '@libs/kernel';
import { ParsingPool, type Parse, type PlatformSource } from '@libs/sources';
import { RereadService, type RereadCounts } from '@src/reviews';
import { SourceCatalogue } from '@src/sources';
import { StoredPagesQuery, type StoredPage } from './persistence/stored-pages.query';

/** The last review that was read again. A later run can continue after it. */
export interface ReparsePosition {
  readonly linkId: number;
  readonly reviewId: number;
}

export interface ReparseOptions {
  /** Only reviews whose rows were written at this time or later; null: all. */
  readonly since: string | null;
  /** Null: from the first link on. */
  readonly after: ReparsePosition | null;
}

export interface ReparseReport extends RereadCounts {
  readonly links: number;
  /** Null before the first review. */
  readonly last: ReparsePosition | null;
}

/** A transaction writes at most this many reviews, because it blocks the other writers of the account. */
const REVIEWS_AT_ONCE = 200;

const NOTHING: ReparseReport = { links: 0, read: 0, changed: 0, records: 0, unread: 0, last: null };

/** Reads the stored records of a source again, with the parsers of today. */
@Injectable()
export class ReparseService implements OnApplicationShutdown {
  private readonly stopped = new AbortController();

  constructor(
    private readonly parsing: ParsingPool,
    private readonly catalogue: SourceCatalogue,
    private readonly pages: StoredPagesQuery,
    private readonly stored: RereadService,
  ) {}

  /**
   * Whether the stored records of the source can be read again: whether they are what its parser reads. Of other sources only the names are
   * masked. Throws `not_found` for an unknown source, and for one that this version does not have.
   */
  canReparse(slug: string): boolean {
    return this.find(slug).source.reread !== undefined;
  }

  /**
   * Reads the records of the links of all accounts again, in the order of their ids, and yields the result until now after each
   * transaction. It may be stopped at any time and continued after `last`;
   * a record that is read twice changes nothing.
   */
  async *reparse(slug: string, { since, after }: ReparseOptions): AsyncGenerator<ReparseReport, ReparseReport, void> {
    const { id, source } = this.find(slug);
    let report = NOTHING;
    for await (const page of this.pages.ofSource(id, after?.linkId ?? 0)) {
      report = { ...report, links: report.links + 1 };
      const from = page.linkId === after?.linkId ? after.reviewId : 0;
      const ids = await this.stored.reviewIds(page, from, since);
      for (let start = 0; start < ids.length; start += REVIEWS_AT_ONCE) {
        const part = ids.slice(start, start + REVIEWS_AT_ONCE);
        const counts = await this.rereadPart(page, source, part);
        report = { ...sum(report, counts), last: { linkId: page.linkId, reviewId: part.at(-1) ?? 0 } };
        yield report;
      }
    }
    return report;
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped.abort(new Error('the command is ending'));
    await this.parsing.close();
  }

  private async rereadPart(
    page: StoredPage,
    { facts, reread }: PlatformSource,
    ids: readonly number[],
  ): Promise<RereadCounts> {
    const target = { ...page, rawPrivacy: facts.rawPrivacy, keeps: reread?.keeps ?? [] };
    const parse: Parse = (parser, document, parserFacts) =>
      this.parsing.parse(parser, document, parserFacts, this.stopped.signal);
    const tools = { url: page.url, name: page.name, now: new Date(), parse };
    const records = await this.stored.records(page, ids);
    const reviews = await reread?.read(
      records.map(({ raw }) => raw),
      tools,
    );
    const read = records.map((record, n) => ({ ...record, collected: reviews?.[n] ?? null }));
    return this.stored.reread(target, read);
  }

  private find(slug: string): { readonly id: number; readonly source: PlatformSource } {
    const id = this.catalogue.bySlug(slug)?.id;
    const source = id === undefined ? undefined : this.catalogue.platform(id);
    if (id === undefined || source === undefined) throw new AppError('not_found', `There is no platform ${slug}`);
    return { id, source };
  }
}

function sum(report: ReparseReport, counts: RereadCounts): ReparseReport {
  return {
    ...report,
    read: report.read + counts.read,
    changed: report.changed + counts.changed,
    records: report.records + counts.records,
    unread: report.unread + counts.unread,
  };
}
