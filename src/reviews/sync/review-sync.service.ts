/**
 * The change stream, by which a client keeps its copy of a composition up to date (contract §4.4, §7.3, §4.4.1).
 *
 * Every change has a number, and the numbers of an account become visible in order. A page first reads the newest number, then the
 * composition, then the changes up to that number. A change that the composition does not contain yet has a higher number and is on
 * a later page. Changes of the composition are events, which are numbered in the same sequence. An event determines the reviews to read
 * again. When a review is read, its current state decides whether the item is an upsert or a removal.
 */
import { Injectable } from '@nestjs/common';
import type { JsonList } from '@libs/kernel';
import { SealingKeys } from '@libs/sealing';
import { CoverageService } from '../coverage.service';
import type { Composition } from '../domain/coverage';
import {
  CursorSeal,
  invalidCursor,
  requireSameRequest,
  type SyncSelection,
  type SyncCursor,
  type SyncMode,
  type SyncPosition,
} from './domain/sync-cursor';
import { CompositionQuery } from '../persistence/composition.query';
import { SyncLogQuery } from './persistence/sync-log.query';
import type { ReviewFormat } from '../persistence/review-json.sql';
import type { Reader } from '../reader';
import { SyncCutReader } from './sync-cut-reader.service';
import { SyncReader, type SyncScope, type SyncStep } from './sync-reader.service';

export interface SyncRequest {
  readonly selection: SyncSelection;
  /** Null: the mode of the cursor, or a snapshot if there is none. */
  readonly mode: SyncMode | null;
  readonly cursor: string | null;
  readonly limit: number;
  readonly format: Omit<ReviewFormat, 'separatePosNeg'>;
}

const EMPTY: Composition = { objectIds: [], links: [], hasRemovedLinks: false };

@Injectable()
export class ReviewSyncService {
  private readonly seal: CursorSeal;

  constructor(
    private readonly keys: SealingKeys,
    private readonly coverageService: CoverageService,
    private readonly coverages: CompositionQuery,
    private readonly log: SyncLogQuery,
    private readonly reader: SyncReader,
    private readonly cutReader: SyncCutReader,
  ) {
    this.seal = new CursorSeal(keys.key.deriveAll('sync cursor'));
  }

  /**
   * Returns a page as JSON text. Throws `invalid_cursor` if the cursor was altered, is too old, belongs to another account or to a plan
   * that shows another number of reviews per link, or if reviews were purged before it reached them. Throws `cursor_mismatch` if it was issued for another object,
   * folder or mode. Throws 404 if there is no cursor and the object or folder does not exist.
   */
  async page(reader: Reader, request: SyncRequest): Promise<JsonList> {
    const cursor = this.openCursor(reader, request);
    const head = await this.log.head(reader.accountId);
    const composition = await this.composition(reader.accountId, request.selection, cursor !== null);
    const mode = cursor?.mode ?? request.mode ?? 'snapshot';
    const visiblePerLink = reader.entitlements.visibleReviewsPerLink;
    const position = cursor?.position ?? firstPosition(mode, head.seq, visiblePerLink !== null);
    // After the restore of a backup, the account has lost the numbers that this cursor refers to.
    if (numberOf(position) > head.seq) throw invalidCursor();

    const scope: SyncScope = {
      page: {
        accountId: reader.accountId,
        limit: request.limit,
        shape: { ...request.format, separatePosNeg: false, showsCuration: true },
      },
      selection: request.selection,
      composition,
      head,
    };
    const page = await this.read(scope, position, visiblePerLink);
    const nextCursor = { accountId: reader.accountId, mode, selection: request.selection, visiblePerLink };
    // Seals with a key that every running process has.
    const keyIndex = await this.keys.keyIndex();
    return envelope(page, this.seal.seal({ ...nextCursor, position: page.next }, Date.now(), keyIndex));
  }

  private async read(scope: SyncScope, position: SyncPosition, visiblePerLink: number | null): Promise<SyncStep> {
    switch (position.phase) {
      case 'snapshot':
        return this.reader.snapshot(scope, position);
      case 'changes':
        return this.reader.changes(scope, position);
      case 'first_pass':
      case 'pass':
      case 'again':
        if (visiblePerLink === null) throw invalidCursor();
        return this.cutReader.read(scope, position, visiblePerLink);
    }
  }

  private openCursor(reader: Reader, { cursor: text, selection, mode }: SyncRequest): SyncCursor | null {
    if (text === null) return null;
    const cursor = this.seal.open(text, reader.accountId, Date.now());
    requireSameRequest(cursor, selection, mode);
    if (cursor.visiblePerLink !== reader.entitlements.visibleReviewsPerLink) throw invalidCursor();
    return cursor;
  }

  /** With a cursor, a deleted object does not cause 404: its reviews are returned as removals. */
  private async composition(accountId: number, selection: SyncSelection, hasCursor: boolean): Promise<Composition> {
    if (hasCursor && selection.kind === 'object') {
      return (await this.coverages.ofObject(accountId, selection.objectId)) ?? EMPTY;
    }
    return (await this.coverageService.resolve(accountId, selection)).composition;
  }
}

function firstPosition(mode: SyncMode, seq: number, hasCut: boolean): SyncPosition {
  if (!hasCut)
    return mode === 'changes' ? { phase: 'changes', seq, after: null } : { phase: 'snapshot', start: seq, after: 0 };
  return { phase: mode === 'changes' ? 'pass' : 'first_pass', seq, until: seq, after: 0 };
}

const numberOf = (position: SyncPosition): number => (position.phase === 'snapshot' ? position.start : position.seq);

function envelope({ items, hasNext }: SyncStep, cursor: string): JsonList {
  return { before: '{"data":[', items, after: `],"next_cursor":"${cursor}","has_next":${hasNext}}` };
}
