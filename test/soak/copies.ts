/**
 * Copies of the reviews of objects and folders. Clients build them from the change stream. Every page is checked: the author
 * wrote each text of a review, and neither the text nor the service's reply reverts to an earlier one.
 */
import type { Answer, Json } from '@test/contract/contract-client';
import { SyncCopy } from '@test/contract/sync-copy';
import { historyOf, type ReviewTruth } from './platform-model';
import type { Account, SoakHarness } from './soak-harness';
import { requestLines } from './tenant-ledger';

/** The change stream did not respond; the copy retries later. */
class Unavailable extends Error {}
/** The change stream refused the cursor, as it may after a change of the folder; the copy starts again. */
class CursorRefused extends Error {}

export interface ClientCopy {
  readonly name: string;
  readonly account: number;
  /** Null for the copy of a folder. */
  readonly objectId: number | null;
  readonly folderId: number | null;
  readonly mode: 'snapshot' | 'changes';
  copy: SyncCopy;
  restarts: number;
  pages: number;
}

/** The newest state of a review in a copy. */
interface LatestIndexes {
  /** Position in the texts of the review. */
  readonly textIndex: number;
  /** Position in the requests for its reply. */
  readonly requestIndex: number;
}

export class Copies {
  readonly list: ClientCopy[] = [];
  private readonly truths = new Map<number, ReviewTruth>();
  private readonly latest = new Map<string, LatestIndexes>();

  constructor(private readonly harness: SoakHarness) {}

  addObjectCopy(account: Account, objectId: number, limit: number, mode: ClientCopy['mode'] = 'snapshot'): void {
    this.add(account, { objectId, folderId: null, mode }, `object_id=${objectId}&limit=${limit}&mode=${mode}`);
  }

  addFolderCopy(account: Account, folderId: number, limit: number): void {
    this.add(account, { objectId: null, folderId, mode: 'snapshot' }, `folder_id=${folderId}&limit=${limit}`);
  }

  /** Reads one page of a copy. */
  async read(clientCopy: ClientCopy): Promise<void> {
    try {
      await clientCopy.copy.step();
      clientCopy.pages += 1;
      this.harness.journal.operation('sync page');
    } catch (error) {
      if (error instanceof CursorRefused) this.restart(clientCopy);
      else if (!(error instanceof Unavailable)) throw error;
    }
  }

  /** Reads to the end. Returns false if the change stream does not respond. */
  async catchUp(clientCopy: ClientCopy): Promise<boolean> {
    for (let left = 10_000; left > 0; left -= 1) {
      try {
        if (!(await clientCopy.copy.step())) return true;
      } catch (error) {
        if (error instanceof Unavailable) return false;
        if (!(error instanceof CursorRefused)) throw error;
        this.restart(clientCopy);
      }
    }
    return false;
  }

  /** Ids of the reviews in the copy of an object. */
  reviewIdsOf(objectId: number): readonly number[] {
    const clientCopy = this.list.find((one) => one.objectId === objectId && one.mode === 'snapshot');
    return clientCopy ? [...clientCopy.copy.ids] : [];
  }

  truthOf(reviewId: number): ReviewTruth | undefined {
    return this.truths.get(reviewId);
  }

  private add(account: Account, fields: Pick<ClientCopy, 'objectId' | 'folderId' | 'mode'>, query: string): void {
    const name = `copy ${this.list.length} (${query})`;
    const copy = this.newCopy(account, name, query);
    this.list.push({ name, account: account.index, ...fields, copy, restarts: 0, pages: 0 });
    this.queries.set(name, query);
  }

  private readonly queries = new Map<string, string>();

  private newCopy(account: Account, name: string, query: string): SyncCopy {
    return new SyncCopy(async (parameters) => {
      const answer = await account.client.request('GET', `/v3/reviews/sync?${parameters}`);
      if (answer.status <= 0 || answer.status === 503) throw new Unavailable();
      if (answer.status === 400 && answer.body['code'] === 'invalid_cursor') throw new CursorRefused();
      if (answer.status === 200) this.checkPage(name, account, answer);
      return answer;
    }, query);
  }

  private restart(clientCopy: ClientCopy): void {
    const account = this.harness.account(clientCopy.account);
    if (clientCopy.objectId !== null)
      this.harness.journal.violation(
        'sync',
        clientCopy.name,
        'its cursor was refused although its object was not changed',
      );
    clientCopy.restarts += 1;
    this.harness.journal.operation('sync restart', { copy: clientCopy.name });
    clientCopy.copy = this.newCopy(account, clientCopy.name, this.queries.get(clientCopy.name) ?? '');
  }

  private checkPage(name: string, account: Account, answer: Answer): void {
    for (const { op, review } of answer.body['data'] as readonly Json[])
      if (op === 'upsert') this.checkReview(name, account, review as Json);
  }

  private checkReview(name: string, account: Account, review: Json): void {
    const id = review['id'] as number;
    const truth = this.truths.get(id) ?? this.findTruth(account, review);
    if (!truth) return;
    this.truths.set(id, truth);
    const textIndex = truth.texts.lastIndexOf(review['text'] as string);
    if (textIndex < 0)
      this.report(
        'invented',
        id,
        truth,
        `${name} shows ${JSON.stringify(review['text'])}, which its author did not write`,
      );
    const replyRequests = this.harness.ledger.replyRequests.get(id)?.list ?? [];
    const requestIndex = replyRequests.map((one) => one.text).lastIndexOf(review['reply_text'] as string | null);
    const key = `${name} ${id}`;
    const earlier = this.latest.get(key) ?? { textIndex: -1, requestIndex: -1 };
    if (textIndex >= 0 && textIndex < earlier.textIndex)
      this.report('text reverted', id, truth, `${name} shows text ${textIndex} after text ${earlier.textIndex}`);
    if (requestIndex >= 0 && review['reply_text'] !== null && requestIndex < earlier.requestIndex)
      this.report(
        'reply reverted',
        id,
        truth,
        `${name} shows request ${requestIndex} after request ${earlier.requestIndex}`,
      );
    this.latest.set(key, {
      textIndex: Math.max(textIndex, earlier.textIndex),
      requestIndex: Math.max(requestIndex, earlier.requestIndex),
    });
  }

  private findTruth(account: Account, review: Json): ReviewTruth | undefined {
    const links = this.harness.ledger.objects
      .filter((object) => object.account === account.index)
      .flatMap((object) => object.links);
    const page = links.find((link) => link.id === review['link_id'])?.page;
    return page?.reviews.get(review['external_review_id'] as string);
  }

  private report(check: string, id: number, truth: ReviewTruth, detail: string): void {
    const replyRequests = this.harness.ledger.replyRequests.get(id);
    this.harness.journal.violation(check, `review ${id}`, detail, [
      ...historyOf(truth),
      ...(replyRequests ? requestLines(replyRequests) : []),
    ]);
  }
}
