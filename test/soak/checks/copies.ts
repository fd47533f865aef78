/** Compares clients' copies with the rows of their objects and folders. */
import type { Copies, ClientCopy } from '../copies';
import type { ReviewRecord } from '../records';
import type { SoakHarness } from '../soak-harness';

export async function checkCopies(
  harness: SoakHarness,
  copies: Copies,
  reviews: readonly ReviewRecord[],
): Promise<void> {
  for (const kept of copies.list) {
    if (!(await copies.catchUp(kept))) {
      harness.journal.violation('sync', kept.name, 'it could not be read to its end');
      continue;
    }
    const objects = await objectsOf(harness, kept);
    const links = new Set(
      harness.ledger.links.filter(({ object }) => objects.has(object.id)).map(({ link }) => link.id),
    );
    const rows = reviews.filter((review) => links.has(review.link_id));
    // A copy without a snapshot has only reviews that changed since it began.
    const covered = kept.mode === 'changes' ? rows.filter((row) => kept.copy.ids.has(row.id)) : rows;
    compare(harness, kept, covered);
  }
}

function compare(harness: SoakHarness, kept: ClientCopy, rows: readonly ReviewRecord[]): void {
  const wrong = rows.filter((row) => lineOf(row) !== copiedLine(kept, row.id));
  const ids = new Set(rows.map((row) => row.id));
  const extra = [...kept.copy.ids].filter((id) => !ids.has(id));
  if (wrong.length === 0 && extra.length === 0) return;
  const [first] = wrong;
  const difference = first ? `; the first: ${lineOf(first)} / ${copiedLine(kept, first.id)}` : '';
  harness.journal.violation(
    'copy',
    kept.name,
    `${wrong.length} of ${rows.length} reviews differ, ${extra.length} too many (${extra.slice(0, 5).join()})${difference}`,
  );
}

const lineOf = (row: ReviewRecord): string =>
  JSON.stringify([row.id, row.text, row.reply_text, row.is_deleted, row.rating === null ? null : row.rating / 100]);

function copiedLine(kept: ClientCopy, id: number): string {
  const review = kept.copy.get(id);
  if (!review) return 'nothing';
  return JSON.stringify([id, review['text'], review['reply_text'], review['is_deleted'], review['rating']]);
}

async function objectsOf(harness: SoakHarness, kept: ClientCopy): Promise<ReadonlySet<number>> {
  if (kept.objectId !== null) return new Set([kept.objectId]);
  const { client } = harness.account(kept.account);
  const { answer } = await client.requestUntilDecided('GET', `/v3/folders/${kept.folderId}`);
  const ids = (answer.body['objects'] as readonly { id: number }[]).map(({ id }) => id);
  return new Set(ids);
}
