/**
 * Reading for those who see only the latest reviews of each link (a trial, §8). One new review moves another out of sight
 * and a deleted one lets another in, so they read in passes: a pass notes the newest number and tells again whatever the
 * changes up to it can have moved, each review once, by id.
 */
import { Injectable } from '@nestjs/common';
import { invalidCursor, type SyncPosition } from './domain/sync-cursor';
import { SyncCutQuery } from './persistence/sync-cut.query';
import { SyncLogQuery } from './persistence/sync-log.query';
import { SyncRowsQuery } from './persistence/sync-rows.query';
import { ascending, followedObjects, type SyncScope, type SyncStep } from './sync-reader.service';

type PassPosition = Extract<SyncPosition, { phase: 'pass' | 'first_pass' }>;

@Injectable()
export class SyncCutReader {
  constructor(
    private readonly cut: SyncCutQuery,
    private readonly rows: SyncRowsQuery,
    private readonly log: SyncLogQuery,
  ) {}

  async read(scope: SyncScope, position: PassPosition, visiblePerLink: number): Promise<SyncStep> {
    const isIdle = position.phase === 'pass' && position.seq === position.until;
    const pass = isIdle ? { ...position, until: scope.head.seq } : position;
    if (isIdle && pass.seq === pass.until) return { items: [], next: position, hasNext: false };
    const coveredLinkIds = ascending(scope.composition.links.map((link) => link.id));
    const again =
      pass.phase === 'first_pass'
        ? { objectIds: [], linkIds: coveredLinkIds }
        : await this.moved(scope, pass);
    const { page, head } = scope;
    const { seq: base, until, after } = pass;
    const read = await this.cut.moved(page, { ...again, base, until, after, coveredLinkIds, visiblePerLink, at: head.at });
    if (read.count === page.limit) return { items: [read.json], next: { ...pass, after: read.lastId }, hasNext: true };
    const next: PassPosition = { phase: 'pass', seq: until, until, after: 0 };
    return { items: [read.json], next, hasNext: until < head.seq };
  }

  /** What has to be looked at again because of the events of a pass. */
  private async moved(
    { page, addressee, composition }: SyncScope,
    { seq, until }: PassPosition,
  ): Promise<{ readonly objectIds: readonly number[]; readonly linkIds: readonly number[] }> {
    const range = { from: seq + 1, until, limit: null };
    const events = await this.log.scopeChanges(page.accountId, addressee, range);
    if (events.some((event) => event.hasLostReviews)) throw invalidCursor();
    const objectIds = new Set([...followedObjects({ addressee, composition }), ...events.map((event) => event.objectId)]);
    const linkIds = new Set<number>();
    for (const event of events) {
      if (event.linkId !== null) linkIds.add(event.linkId);
      else for (const id of await this.rows.linksOf(page.accountId, event.objectId)) linkIds.add(id);
    }
    return { objectIds: [...objectIds], linkIds: [...linkIds] };
  }
}
