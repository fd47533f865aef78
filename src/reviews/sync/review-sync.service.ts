/**
 * Keeping a client's copy of a composition equal to it (contract §4.4, §7.3, §4.4.1).
 *
 * Every change has a number of the account's own order, and numbers become visible in that order. A page first notes the
 * newest number, then reads the composition, then the changes up to that number: whatever the composition has not shown
 * yet has a higher number and is on a later page. Changes of the composition are events in the same order. An event names the
 * reviews to read again; whether each is an upsert or a removal is decided when it is read.
 */
import { Injectable } from '@nestjs/common';
import type { JsonList } from '@libs/kernel';
import { SealingKeys } from '@libs/sealing';
import { CoverageService } from '../coverage.service';
import type { Composition } from '../domain/coverage';
import {
  CursorSeal,
  invalidCursor,
  requireSameReading,
  type SyncAddressee,
  type SyncCursor,
  type SyncMode,
  type SyncPosition,
} from './domain/sync-cursor';
import { CoverageQuery } from '../persistence/coverage.query';
import { SyncLogQuery } from './persistence/sync-log.query';
import type { ReviewFormat } from '../persistence/review-json.sql';
import type { Reader } from '../reader';
import { SyncCutReader } from './sync-cut-reader.service';
import { SyncReader, type SyncScope, type SyncStep } from './sync-reader.service';

export interface SyncRequest {
  readonly addressee: SyncAddressee;
  /** Null: the cursor's, or a snapshot where there is none. */
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
    private readonly coverages: CoverageQuery,
    private readonly log: SyncLogQuery,
    private readonly reader: SyncReader,
    private readonly cutReader: SyncCutReader,
  ) {
    this.seal = new CursorSeal(keys.key.deriveAll('sync cursor'));
  }

  /**
   * A page as JSON text. Refuses cursors that are altered, foreign, too old, of another plan's cut, or behind purged
   * reviews (`invalid_cursor`) and those of another reading (`cursor_mismatch`); without a cursor a missing addressee is 404.
   */
  async page(reader: Reader, request: SyncRequest): Promise<JsonList> {
    const cursor = this.opened(reader, request);
    const head = await this.log.head(reader.accountId);
    const composition = await this.composition(reader.accountId, request.addressee, cursor !== null);
    const mode = cursor?.mode ?? request.mode ?? 'snapshot';
    const visiblePerLink = reader.entitlements.visibleReviewsPerLink;
    const position = cursor?.position ?? beginning(mode, head.seq, visiblePerLink !== null);
    // A restored backup: the order that this cursor was issued in is no longer the account's.
    if (numberOf(position) > head.seq) throw invalidCursor();

    const scope: SyncScope = {
      page: {
        accountId: reader.accountId,
        limit: request.limit,
        shape: { ...request.format, separatePosNeg: false, showsCuration: true },
      },
      addressee: request.addressee,
      composition,
      head,
    };
    const step = await this.read(scope, position, visiblePerLink);
    const next = { accountId: reader.accountId, mode, addressee: request.addressee, visiblePerLink };
    // With the key that every running process opens.
    const place = await this.keys.keyIndex();
    return envelope(step, this.seal.seal({ ...next, position: step.next }, Date.now(), place));
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

  private opened(reader: Reader, { cursor: text, addressee, mode }: SyncRequest): SyncCursor | null {
    if (text === null) return null;
    const cursor = this.seal.open(text, reader.accountId, Date.now());
    requireSameReading(cursor, addressee, mode);
    if (cursor.visiblePerLink !== reader.entitlements.visibleReviewsPerLink) throw invalidCursor();
    return cursor;
  }

  /** With a cursor, a deleted object is no 404: its reviews are returned as removals. */
  private async composition(accountId: number, addressee: SyncAddressee, follows: boolean): Promise<Composition> {
    if (follows && addressee.kind === 'object') {
      return (await this.coverages.ofObject(accountId, addressee.objectId)) ?? EMPTY;
    }
    return (await this.coverageService.resolve(accountId, addressee)).composition;
  }
}

function beginning(mode: SyncMode, seq: number, hasCut: boolean): SyncPosition {
  if (!hasCut)
    return mode === 'changes' ? { phase: 'changes', seq, after: null } : { phase: 'snapshot', start: seq, after: 0 };
  return { phase: mode === 'changes' ? 'pass' : 'first_pass', seq, until: seq, after: 0 };
}

const numberOf = (position: SyncPosition): number => (position.phase === 'snapshot' ? position.start : position.seq);

function envelope({ items, hasNext }: SyncStep, cursor: string): JsonList {
  return { before: '{"data":[', items, after: `],"next_cursor":"${cursor}","has_next":${hasNext}}` };
}
