/** The first page of a folder with many objects, compared with the first page of one object (R9). */
import { FOLDER_PAGE } from '../anchors/page-sql';
import type { BenchRun, BenchSetup } from '../bench-run';
import { contest } from '../contest';
import { isSamePage, pageOf, type PageEssence } from '../equal';
import type { LoadedObject } from '../gen/load-dataset';
import { makeFolder } from '../gen/small-account';
import { feedRequests } from '../load/requests';
import { ratioOf } from '../measure/rounds';
import type { VariantServer } from '../variant-server';

const SEED = 7;

export async function measureFolder(run: BenchRun, setup: BenchSetup, ours: VariantServer): Promise<void> {
  const { folderObjects, objects } = setup.dataset;
  const { accountId, key } = folderObjects[0] as LoadedObject;
  const folderId = await makeFolder(
    setup.product,
    accountId,
    folderObjects.map((object) => object.objectId),
  );
  const request = { path: `/v3/reviews?folder_id=${folderId}&limit=100`, key };
  const isSame = isSamePage(await pageOf(ours, request), await expectedPage(setup, folderObjects));
  const { rounds, cpu } = await contest(run, `folder.of-${folderObjects.length}`, {
    folder: { server: ours, requests: [request] },
    object: { server: ours, requests: feedRequests(objects, { limit: 100, choice: 'mid' }, SEED) },
  });
  const unequal = isSame ? null : `the folder's page is not that of its ${folderObjects.length} objects`;
  run.evaluate('R9', ratioOf(rounds.object, rounds.folder), { unequal, cpu: cpu.folder / cpu.object });
}

async function expectedPage({ product }: BenchSetup, folderObjects: readonly LoadedObject[]): Promise<PageEssence> {
  const [page] = await product.database.query<PageEssence>(FOLDER_PAGE, [
    folderObjects[0]?.accountId,
    folderObjects.map((object) => object.objectId),
  ]);
  return { total: page?.total ?? 0, ids: (page?.ids ?? []).map(Number) };
}
