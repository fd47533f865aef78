/**
 * Exports all reviews of some objects through the change stream over HTTP, compared with COPY of the same JSON (R15). Each side
 * uses two processes.
 */
import { exportCopy } from '../anchors/page-sql';
import type { BenchRun, BenchSetup } from '../bench-run';
import { CleanUp } from '../clean-up';
import type { LoadedObject } from '../gen/load-dataset';
import type { ExportOrder } from '../load/export-client';
import { ProcessClient } from '../load/process-client';
import { ratioOf, runRounds } from '../measure/rounds';
import { median } from '../measure/statistics';
import { cpuSeconds, familyCpuSeconds } from '../measure/usage';
import type { VariantServer } from '../variant-server';

const PAGE = 1_000;

type Side = 'ours' | 'copy';

export async function measureExport(run: BenchRun, setup: BenchSetup, ours: VariantServer): Promise<void> {
  const processes = new CleanUp();
  run.cleanUp.add(() => processes.run());
  const client = ProcessClient.export(processes);
  try {
    const objects = chooseObjects(setup.dataset.objects, run.options.profile.exportReviews);
    const reviews = objects.reduce((sum, object) => sum + object.reviews, 0);
    const orders: Readonly<Record<Side, ExportOrder>> = {
      ours: { sync: { origin: ours.origin, exports: objects.map(syncOf) }, copy: null, parses: false },
      copy: { sync: null, copy: { databaseUrl: setup.url, statements: objects.map(copyOf) }, parses: false },
    };
    const [synced, copied] = [
      await client.run({ ...orders.ours, parses: true }),
      await client.run({ ...orders.copy, parses: true }),
    ];
    const unequal = synced.digest === copied.digest ? null : `sync ${synced.digest}, COPY ${copied.digest}`;
    const cpu: Record<Side, number> = { ours: 0, copy: 0 };
    const figures = await runRounds(['ours', 'copy'], run.options.profile.rounds, async (side) => {
      const before = busySeconds(run, ours);
      const { ms } = await client.run(orders[side]);
      cpu[side] += busySeconds(run, ours) - before;
      return (reviews / ms) * 1_000;
    });
    for (const side of ['ours', 'copy'] as const) {
      run.cells.push({
        id: 'export',
        variant: side,
        value: Math.round(median(figures[side])),
        unit: 'reviews/s',
        rounds: figures[side].map(Math.round),
        reviews,
        bytes: side === 'ours' ? synced.bytes : copied.bytes,
        cpuMsPerThousand: Math.round((cpu[side] / figures[side].length / reviews) * 1e8) / 100,
      });
    }
    run.evaluate('R15', ratioOf(figures.ours, figures.copy), { unequal, cpu: cpu.copy / cpu.ours });
  } finally {
    await processes.run();
  }
}

/** The largest objects with at most `most` reviews in total. Whole objects, with their short last pages. */
function chooseObjects(objects: readonly LoadedObject[], most: number): LoadedObject[] {
  let left = most;
  return objects.filter(({ reviews }) => {
    if (reviews > left || reviews < PAGE / 10) return false;
    left -= reviews;
    return true;
  });
}

const syncOf = ({ objectId, key }: LoadedObject) => ({
  path: `/v3/reviews/sync?object_id=${objectId}&limit=${PAGE}`,
  key,
});
const copyOf = ({ accountId, objectId }: LoadedObject): string => exportCopy(accountId, objectId);

/** CPU seconds of the server and the database. */
const busySeconds = (run: BenchRun, { processId }: VariantServer): number =>
  cpuSeconds(processId) + familyCpuSeconds(run.postgres.processId);
