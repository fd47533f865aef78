/**
 * Ingests reviews: new ones, compared with COPY with the same indexes (R11, R12), and unchanged ones, compared with COPY (R13).
 */
import pg from 'pg';
import type { CollectedReview } from '@libs/sources';
import { copyIn, copyText, makeCopyTables } from '../anchors/copy-in';
import type { BenchRun, BenchSetup } from '../bench-run';
import type { LoadedLink } from '../gen/load-dataset';
import { ratioOf, rotate } from '../measure/rounds';
import { median } from '../measure/statistics';
import { familyCpuSeconds } from '../measure/usage';

const BATCH = 1_000;
/** Above every position of loaded reviews, so that these reviews are new. */
const FIRST_PLACE = 2_000_000;

interface Page {
  readonly link: LoadedLink;
  readonly reviews: readonly CollectedReview[];
}

interface Figure {
  /** Reviews per second. */
  readonly rate: number;
  /** CPU milliseconds for a thousand reviews, in this process and in the database. */
  readonly clientCpu: number;
  readonly databaseCpu: number;
}

interface IngestFigures {
  readonly ours: Figure[];
  readonly copy: Figure[];
  readonly unchanged: Figure[];
}

/** `search` determines whether the search index exists. Changes `setup`, which cannot be used afterwards. */
export async function measureIngest(run: BenchRun, setup: BenchSetup, search: boolean): Promise<void> {
  if (!search) await setup.product.database.query('drop index review_search');
  const client = new pg.Client({ connectionString: setup.url });
  await client.connect();
  try {
    await makeCopyTables(client);
    const figures: IngestFigures = { ours: [], copy: [], unchanged: [] };
    // The first round warms both sides up and is not counted.
    await oneRound(run, setup, client, -1, { ours: [], copy: [], unchanged: [] });
    for (let round = 0; round < run.options.profile.rounds; round += 1)
      await oneRound(run, setup, client, round, figures);
    report(run, figures, search);
  } finally {
    await client.end();
  }
}

async function oneRound(
  run: BenchRun,
  setup: BenchSetup,
  client: pg.Client,
  round: number,
  figures: IngestFigures,
): Promise<void> {
  const pages = newPages(run, setup, round + 1);
  const rows = pages.length * BATCH;
  const text = copyText(pages, (round + 2) * rows);
  await run.postgres.checkpoint();
  const ours = async (): Promise<void> => void figures.ours.push(await measure(run, rows, () => ingest(setup, pages)));
  const copy = async (): Promise<void> => void figures.copy.push(await measure(run, rows, () => copyIn(client, text)));
  for (const side of rotate([ours, copy], round + 1)) await side();
  figures.unchanged.push(await measure(run, rows, () => ingest(setup, pages)));
}

/** The pages that one round ingests, each of another link, and new in every round. */
function newPages(run: BenchRun, { dataset }: BenchSetup, round: number): Page[] {
  const count = Math.ceil(run.options.profile.ingestRows / BATCH);
  return Array.from({ length: count }, (_, page) => {
    const link = dataset.links[(round * count + page) % dataset.links.length] as LoadedLink;
    return { link, reviews: dataset.maker.page(link.plan.index, FIRST_PLACE + round * BATCH, BATCH) };
  });
}

async function ingest({ product }: BenchSetup, pages: readonly Page[]): Promise<void> {
  for (const { link, reviews } of pages) await product.intake.takePage(link, reviews);
}

async function measure(run: BenchRun, rows: number, work: () => Promise<void>): Promise<Figure> {
  const [client, database] = [process.cpuUsage(), familyCpuSeconds(run.postgres.processId)];
  const began = performance.now();
  await work();
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(client);
  const databaseMs = (familyCpuSeconds(run.postgres.processId) - database) * 1_000;
  const thousands = rows / 1_000;
  return {
    rate: (rows / ms) * 1_000,
    clientCpu: (user + system) / 1_000 / thousands,
    databaseCpu: databaseMs / thousands,
  };
}

function report(run: BenchRun, figures: IngestFigures, search: boolean): void {
  const id = search ? 'ingest.search' : 'ingest.btrees';
  const rates = (side: keyof IngestFigures): number[] => figures[side].map((figure) => figure.rate);
  for (const side of ['ours', 'copy', 'unchanged'] as const) {
    const rounds = rates(side);
    run.cells.push({
      id,
      variant: side,
      value: Math.round(median(rounds)),
      unit: 'reviews/s',
      rounds: rounds.map(Math.round),
      clientCpuMsPerThousand: Math.round(median(figures[side].map((figure) => figure.clientCpu))),
      databaseCpuMsPerThousand: Math.round(median(figures[side].map((figure) => figure.databaseCpu))),
    });
  }
  const cpu = (side: keyof IngestFigures): number =>
    median(figures[side].map((one) => one.clientCpu + one.databaseCpu));
  const newRatio = ratioOf(rates('ours'), rates('copy'));
  const newCpu = { cpu: cpu('copy') / cpu('ours') };
  if (search && run.wants('R12')) run.evaluate('R12', newRatio, newCpu);
  if (!search && run.wants('R11')) run.evaluate('R11', newRatio, newCpu);
  if (!search && run.wants('R13')) {
    run.evaluate('R13', ratioOf(rates('unchanged'), rates('copy')), { cpu: cpu('copy') / cpu('unchanged') });
  }
}
