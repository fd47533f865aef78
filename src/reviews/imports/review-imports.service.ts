import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError, isUnavailable, notFound, pageOf, type ErrorCode, type Page, type PageRequest } from '@libs/kernel';
import { AuditTrail } from '@src/audit';
import { ObjectDirectory } from '@src/objects';
import { SourceCatalogue } from '@src/sources';
import { FileOfLink, ImportReviewsService, type ImportRecord, type OutcomeOfReview } from '../intake';
import { LINES_AT_MOST, type LineOfFile, type ReviewLine } from './domain/review-file';
import type { ImportedReviewLine, ReviewImport } from './domain/review-import';
import { ReviewImportStore } from './persistence/review-import.store';

/** A file that is imported in one or several parts. */
export class ReviewFile {
  /** The record of the import; null until something is stored. */
  importId: number | null = null;
  readonly links = new Map<number, FileOfLink>();
  /** By object and platform: the link, or why there is none. */
  readonly places = new Map<string, FileOfLink | Refusal>();

  constructor(readonly accountId: number) {}
}

interface Refusal {
  readonly code: ErrorCode;
  readonly reason: string;
}

/** Reviews removed at once (`ImportReviewsService.remove`). */
const REMOVED_AT_ONCE = 1_000;

/** Imports of reviews from elsewhere, and their removal (contract §4.22). */
@Injectable()
export class ReviewImportsService {
  constructor(
    private readonly database: Database,
    private readonly store: ReviewImportStore,
    private readonly reviews: ImportReviewsService,
    private readonly directory: ObjectDirectory,
    private readonly sources: SourceCatalogue,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Stores the reviews of at most 1,000 lines, those of each link in a transaction of their own; with `isTrial`, only says what would happen.
   * One result per line, in their order. Stops at an error of the database: what was stored before stays, and a repeated import finds it.
   */
  async take(file: ReviewFile, lines: readonly LineOfFile[], isTrial: boolean): Promise<readonly ImportedReviewLine[]> {
    if (lines.length > LINES_AT_MOST)
      throw new AppError(
        'validation_error',
        `file: has ${lines.length} lines; at most ${LINES_AT_MOST} are imported at once`,
      );
    const results = new Map<number, ImportedReviewLine>();
    const ofLinks = new Map<FileOfLink, ReviewLine[]>();
    for (const line of lines) {
      const place =
        'fault' in line ? { code: 'validation_error' as const, reason: line.fault } : await this.placeOf(file, line);
      if (!(place instanceof FileOfLink)) results.set(line.line, refused(line.line, place));
      else if (!('fault' in line)) ofLinks.set(place, [...(ofLinks.get(place) ?? []), line]);
    }
    for (const [link, ofLink] of ofLinks)
      for (const result of await this.takeOfLink(file, link, ofLink, isTrial)) results.set(result.line, result);
    return lines.flatMap(({ line }) => results.get(line) ?? []);
  }

  /** Newest first. */
  async page(accountId: number, request: PageRequest): Promise<Page<ReviewImport>> {
    const { imports, total } = await this.store.page(accountId, request);
    return pageOf(imports, total, request);
  }

  /** Throws 404 if the account has no such import. */
  async single(accountId: number, id: number): Promise<ReviewImport> {
    const found = await this.store.find(accountId, id);
    if (found === null) throw notFound();
    return found;
  }

  /**
   * Removes the reviews that only this import has brought. It does so in parts, so that no writer waits long; a removal that broke off is
   * continued by the next one. Throws 404 if the account has no such import.
   */
  async remove(accountId: number, id: number): Promise<void> {
    for (let [removed, isFirst] = [REMOVED_AT_ONCE, true]; removed === REMOVED_AT_ONCE; isFirst = false)
      removed = await this.database.transaction(async () => {
        if (!(await this.store.lock(accountId, id, false))) throw notFound();
        await this.store.setRemoved(accountId, id);
        if (isFirst) await this.record('import.removed', accountId, id);
        return this.reviews.remove(accountId, id);
      });
  }

  private async takeOfLink(
    file: ReviewFile,
    link: FileOfLink,
    lines: readonly ReviewLine[],
    isTrial: boolean,
  ): Promise<readonly ImportedReviewLine[]> {
    const reviews = lines.map(({ review: collected, origin }) => ({ collected, origin }));
    let created: number | null = null;
    const record: ImportRecord = {
      lock: async () => {
        if (file.importId === null) created = await this.create(file.accountId);
        else if (!(await this.store.lock(file.accountId, file.importId, true)))
          throw new AppError('conflict', 'The import was removed meanwhile');
        return (file.importId ?? created) as number;
      },
      count: (made, updated) => this.store.count(file.accountId, (file.importId ?? created) as number, made, updated),
    };
    try {
      const { outcomes, importId } = isTrial
        ? { outcomes: await this.reviews.try(link, reviews), importId: null }
        : await this.reviews.take(link, reviews, record);
      // Only now: a transaction that was rolled back has made no record.
      file.importId ??= importId;
      return lines.map(({ line }, place) => resultOf(line, outcomes[place] as OutcomeOfReview));
    } catch (error) {
      if (!(error instanceof AppError) || isUnavailable(error)) throw error;
      return lines.map(({ line }) => refused(line, { code: error.code, reason: error.detail }));
    }
  }

  private async create(accountId: number): Promise<number> {
    const id = await this.store.insert(accountId);
    await this.record('reviews.imported', accountId, id);
    return id;
  }

  private record(action: 'reviews.imported' | 'import.removed', accountId: number, id: number): Promise<void> {
    return this.trail.recordOfPerson({ action, accountId, target: { type: 'import', id } });
  }

  private async placeOf(file: ReviewFile, { object, sourceSlug }: ReviewLine): Promise<FileOfLink | Refusal> {
    const key = JSON.stringify([object, sourceSlug]);
    const known = file.places.get(key);
    if (known !== undefined) return known;
    const found = await this.findPlace(file, object, sourceSlug);
    file.places.set(key, found);
    return found;
  }

  private async findPlace(file: ReviewFile, object: number | string, slug: string): Promise<FileOfLink | Refusal> {
    const { accountId } = file;
    const source = this.sources.bySlug(slug);
    if (source === undefined)
      return { code: 'validation_error', reason: 'source_slug: is no platform of GET /v3/sources' };
    const objectId = await this.objectIdOf(accountId, object);
    if (typeof objectId !== 'number') return objectId;
    const link = await this.store.link(accountId, objectId, source.id);
    if (link === null)
      return { code: 'not_found', reason: 'The object has no link to this platform: add its page first' };
    const known =
      file.links.get(link.linkId) ??
      new FileOfLink(
        link,
        source.roads.map(({ name }) => name),
      );
    file.links.set(link.linkId, known);
    return known;
  }

  private async objectIdOf(accountId: number, object: number | string): Promise<number | Refusal> {
    if (typeof object === 'number') {
      const found = await this.directory.find(accountId, object);
      return found?.id ?? { code: 'not_found', reason: notFound().detail };
    }
    const [first, second] = await this.directory.named(accountId, object);
    if (first === undefined) return { code: 'not_found', reason: 'The account has no object with this name' };
    return second === undefined
      ? first
      : { code: 'conflict', reason: 'Several objects have this name; give the object_id' };
  }
}

const refused = (line: number, refusal: Refusal): ImportedReviewLine => ({
  line,
  result: 'refused',
  reviewId: null,
  refusal,
});

function resultOf(line: number, { outcome, reviewId }: OutcomeOfReview): ImportedReviewLine {
  if (outcome !== 'ambiguous') return { line, result: outcome, reviewId, refusal: null };
  return refused(line, {
    code: 'conflict',
    reason: 'It may be one of several stored reviews; give its external_review_id',
  });
}
