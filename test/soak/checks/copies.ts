/** Compares clients' copies with the rows of their objects and folders. */
import type { Copies, ClientCopy } from '../copies';
import type { ReviewRecord } from '../records';
import type { SoakHarness } from '../soak-harness';

export async function checkCopies(
  harness: SoakHarness,
  copies: Copies,
  reviews: readonly ReviewRecord[],
): Promise<void> {
  for (const clientCopy of copies.list) {
    if (!(await copies.catchUp(clientCopy))) {
      harness.journal.violation('sync', clientCopy.name, 'it could not be read to its end');
      continue;
    }
    const objects = await objectsOf(harness, clientCopy);
    const links = new Set(
      harness.ledger.links.filter(({ object }) => objects.has(object.id)).map(({ link }) => link.id),
    );
    const rows = reviews.filter((review) => links.has(review.link_id));
    // A copy without a snapshot has only reviews that changed since it began.
    const covered = clientCopy.mode === 'changes' ? rows.filter((row) => clientCopy.copy.ids.has(row.id)) : rows;
    compare(harness, clientCopy, covered);
  }
}

function compare(harness: SoakHarness, clientCopy: ClientCopy, rows: readonly ReviewRecord[]): void {
  const wrong = rows.filter((row) => lineOf(row) !== copiedLine(clientCopy, row.id));
  const ids = new Set(rows.map((row) => row.id));
  const extra = [...clientCopy.copy.ids].filter((id) => !ids.has(id));
  if (wrong.length === 0 && extra.length === 0) return;
  const [first] = wrong;
  const difference = first ? `; the first: ${lineOf(first)} / ${copiedLine(clientCopy, first.id)}` : '';
  harness.journal.violation(
    'copy',
    clientCopy.name,
    `${wrong.length} of ${rows.length} reviews differ, ${extra.length} too many (${extra.slice(0, 5).join()})${difference}`,
  );
}

const lineOf = (row: ReviewRecord): string =>
  JSON.stringify([row.id, row.text, row.reply_text, row.is_deleted, row.rating === null ? null : row.rating / 100]);

function copiedLine(clientCopy: ClientCopy, id: number): string {
  const review = clientCopy.copy.get(id);
  if (!review) return 'nothing';
  return JSON.stringify([id, review['text'], review['reply_text'], review['is_deleted'], review['rating']]);
}

async function objectsOf(harness: SoakHarness, clientCopy: ClientCopy): Promise<ReadonlySet<number>> {
  if (clientCopy.objectId !== null) return new Set([clientCopy.objectId]);
  const { client } = harness.account(clientCopy.account);
  const { answer } = await client.requestUntilFinal('GET', `/v3/folders/${clientCopy.folderId}`);
  const ids = (answer.body['objects'] as readonly { id: number }[]).map(({ id }) => id);
  return new Set(ids);
}
