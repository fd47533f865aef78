/**
 * Clients' copies of objects and folders that follow the sync. Every page is checked: a review never shows a text that its author did
 * not write, and neither its text nor our reply ever reverts to an earlier one.
 */
import type { Answer, Json } from '@test/contract/contract-client';
import { SyncCopy } from '@test/contract/sync-copy';
import { historyOf, type ReviewTruth } from './platform-model';
import type { Account, SoakWorld } from './soak-world';
import { wishLines } from './tenant-ledger';

/** The sync did not respond; the copy retries later. */
class NotNow extends Error {}
/** The sync refused the cursor, as it may where a composition changed; the copy starts again. */
class StartAgain extends Error {}

export interface KeptCopy {
  readonly name: string;
  readonly account: number;
  /** Null: the copy of a folder. */
  readonly objectId: number | null;
  readonly folderId: number | null;
  readonly mode: 'snapshot' | 'changes';
  copy: SyncCopy;
  restarts: number;
  pages: number;
}

interface Seen {
  readonly text: number;
  readonly wish: number;
}

export class Copies {
  readonly list: KeptCopy[] = [];
  private readonly truths = new Map<number, ReviewTruth>();
  private readonly seen = new Map<string, Seen>();

  constructor(private readonly world: SoakWorld) {}

  ofObject(account: Account, objectId: number, limit: number, mode: KeptCopy['mode'] = 'snapshot'): void {
    this.add(account, { objectId, folderId: null, mode }, `object_id=${objectId}&limit=${limit}&mode=${mode}`);
  }

  ofFolder(account: Account, folderId: number, limit: number): void {
    this.add(account, { objectId: null, folderId, mode: 'snapshot' }, `folder_id=${folderId}&limit=${limit}`);
  }

  /** One page of a copy. */
  async read(kept: KeptCopy): Promise<void> {
    try {
      await kept.copy.step();
      kept.pages += 1;
      this.world.journal.operation('sync page');
    } catch (error) {
      if (error instanceof StartAgain) this.restart(kept);
      else if (!(error instanceof NotNow)) throw error;
    }
  }

  /** Reads to the end; returns whether that was possible. */
  async catchUp(kept: KeptCopy): Promise<boolean> {
    for (let left = 10_000; left > 0; left -= 1) {
      try {
        if (!(await kept.copy.step())) return true;
      } catch (error) {
        if (error instanceof NotNow) return false;
        if (!(error instanceof StartAgain)) throw error;
        this.restart(kept);
      }
    }
    return false;
  }

  /** Ids of the reviews of an object that any copy holds. */
  idsOf(objectId: number): readonly number[] {
    const kept = this.list.find((one) => one.objectId === objectId && one.mode === 'snapshot');
    return kept ? [...kept.copy.ids] : [];
  }

  truthOf(reviewId: number): ReviewTruth | undefined {
    return this.truths.get(reviewId);
  }

  private add(account: Account, of: Pick<KeptCopy, 'objectId' | 'folderId' | 'mode'>, query: string): void {
    const name = `copy ${this.list.length} (${query})`;
    const copy = this.newCopy(account, name, query);
    this.list.push({ name, account: account.index, ...of, copy, restarts: 0, pages: 0 });
    this.queries.set(name, query);
  }

  private readonly queries = new Map<string, string>();

  private newCopy(account: Account, name: string, query: string): SyncCopy {
    return new SyncCopy(async (given) => {
      const answer = await account.client.ask('GET', `/v3/reviews/sync?${given}`);
      if (answer.status <= 0 || answer.status === 503) throw new NotNow();
      if (answer.status === 400 && answer.body['code'] === 'invalid_cursor') throw new StartAgain();
      if (answer.status === 200) this.judge(name, account, answer);
      return answer;
    }, query);
  }

  private restart(kept: KeptCopy): void {
    const account = this.world.account(kept.account);
    if (kept.objectId !== null)
      this.world.journal.violation('sync', kept.name, 'its cursor was refused though its object was never changed');
    kept.restarts += 1;
    this.world.journal.operation('sync restart', { copy: kept.name });
    kept.copy = this.newCopy(account, kept.name, this.queries.get(kept.name) ?? '');
  }

  private judge(name: string, account: Account, answer: Answer): void {
    for (const { op, review } of answer.body['data'] as readonly Json[])
      if (op === 'upsert') this.judgeReview(name, account, review as Json);
  }

  private judgeReview(name: string, account: Account, review: Json): void {
    const id = review['id'] as number;
    const truth = this.truths.get(id) ?? this.findTruth(account, review);
    if (!truth) return;
    this.truths.set(id, truth);
    const text = truth.texts.lastIndexOf(review['text'] as string);
    if (text < 0)
      this.tell('invented', id, truth, `${name} shows ${JSON.stringify(review['text'])}, which nobody ever wrote`);
    const wishes = this.world.ledger.wishes.get(id)?.list ?? [];
    const wish = wishes.map((one) => one.text).lastIndexOf(review['reply_text'] as string | null);
    const key = `${name} ${id}`;
    const before = this.seen.get(key) ?? { text: -1, wish: -1 };
    if (text >= 0 && text < before.text)
      this.tell('went back', id, truth, `${name} shows text ${text} after text ${before.text}`);
    if (wish >= 0 && review['reply_text'] !== null && wish < before.wish)
      this.tell('reply went back', id, truth, `${name} shows wish ${wish} after wish ${before.wish}`);
    this.seen.set(key, { text: Math.max(text, before.text), wish: Math.max(wish, before.wish) });
  }

  private findTruth(account: Account, review: Json): ReviewTruth | undefined {
    const links = this.world.ledger.objects
      .filter((object) => object.account === account.index)
      .flatMap((object) => object.links);
    const page = links.find((link) => link.id === review['link_id'])?.page;
    return page?.reviews.get(review['external_review_id'] as string);
  }

  private tell(check: string, id: number, truth: ReviewTruth, detail: string): void {
    const wishes = this.world.ledger.wishes.get(id);
    this.world.journal.violation(check, `review ${id}`, detail, [
      ...historyOf(truth),
      ...(wishes ? wishLines(wishes) : []),
    ]);
  }
}
