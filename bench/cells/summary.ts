/**
 * Analytics of an object: whether their time depends on the number of reviews (R7), and compared with SQL over the reviews (R8).
 */
import pg from 'pg';
import type { Summary } from '@src/analytics/analytics.service';
import { SUMMARY } from '../anchors/page-sql';
import type { BenchRun, BenchSetup } from '../bench-run';
import { contest } from '../contest';
import type { LoadedObject } from '../gen/load-dataset';
import { MID_OBJECTS } from '../load/requests';
import { ratioOf, runRounds } from '../measure/rounds';
import { PLAIN_COUNTS, readerOf, timeWithin } from '../measure/service-time';
import { median } from '../measure/statistics';
import type { VariantServer } from '../variant-server';

interface RawFigures {
  readonly sourceId: number;
  readonly n: number;
  readonly average: number;
  readonly withText: number;
  readonly withImages: number;
  readonly withReply: number;
  readonly ones: number;
  readonly twos: number;
  readonly threes: number;
  readonly fours: number;
  readonly fives: number;
  readonly reviewed: string;
  readonly replied: string | null;
}

const CLIENTS = 4;

export async function measureSummary(run: BenchRun, setup: BenchSetup, ours: VariantServer): Promise<void> {
  const raw = new pg.Pool({ connectionString: setup.url, max: CLIENTS });
  raw.on('error', () => undefined);
  try {
    if (run.wants('R7')) await run.attempt('summary, hot and mid objects', () => overHttp(run, setup, ours, raw));
    if (run.wants('R8')) await run.attempt('summary against raw SQL', () => compareWithSql(run, setup, raw));
  } finally {
    await raw.end();
  }
}

/** At saturation, time is the inverse of the rate. */
async function overHttp(run: BenchRun, setup: BenchSetup, ours: VariantServer, raw: pg.Pool): Promise<void> {
  const [hot, ...others] = setup.dataset.objects as [LoadedObject, ...LoadedObject[]];
  const mid = others.slice(0, MID_OBJECTS);
  const unequal = await findDifference(setup, [hot, ...mid], raw);
  const requestFor = ({ objectId, key }: LoadedObject) => ({ path: `/v3/analytics?object_id=${objectId}`, key });
  const { rounds, cpu } = await contest(run, 'summary', {
    hot: { server: ours, requests: [requestFor(hot)] },
    mid: { server: ours, requests: mid.map(requestFor) },
  });
  run.evaluate('R7', ratioOf(rounds.mid, rounds.hot), { unequal, cpu: cpu.hot / cpu.mid });
}

async function compareWithSql(run: BenchRun, setup: BenchSetup, raw: pg.Pool): Promise<void> {
  const [hot, mid] = setup.dataset.objects as [LoadedObject, LoadedObject];
  const unequal = await findDifference(setup, [hot, mid], raw);
  for (const [name, object] of Object.entries({ hot, mid })) {
    const reader = await readerOf(setup.product, object.accountId);
    const selection = { kind: 'object', objectId: object.objectId } as const;
    const operations = {
      ours: () => setup.product.analytics.summary(reader, selection, PLAIN_COUNTS),
      raw: () => rawFigures(raw, object),
    };
    for (const operation of Object.values(operations)) await timeWithin(operation, run.options.profile.warmUpMs / 2);
    const figures = await runRounds(['ours', 'raw'], run.options.profile.rounds, (side) =>
      timeWithin(operations[side], run.options.profile.sliceMs),
    );
    for (const side of ['ours', 'raw'] as const) {
      const rounds = figures[side].map((ms) => Math.round(ms * 1_000) / 1_000);
      const [value, unit] = [median(rounds), 'ms'];
      run.cells.push({ id: `summary.raw.${name}`, variant: side, value, unit, rounds, reviews: object.reviews });
    }
    if (name === 'hot') run.evaluate('R8', ratioOf(figures.raw, figures.ours), { unequal });
  }
}

async function rawFigures(raw: pg.Pool, { accountId, objectId }: LoadedObject): Promise<RawFigures[]> {
  const { rows } = await raw.query<RawFigures>({ name: 'summary', text: SUMMARY, values: [accountId, objectId] });
  return rows;
}

/** Null if the summaries of all objects match their reviews, otherwise the difference. */
async function findDifference(
  setup: BenchSetup,
  objects: readonly LoadedObject[],
  raw: pg.Pool,
): Promise<string | null> {
  for (const object of objects) {
    const reader = await readerOf(setup.product, object.accountId);
    const selection = { kind: 'object', objectId: object.objectId } as const;
    const ours = await setup.product.analytics.summary(reader, selection, PLAIN_COUNTS);
    const difference = differenceOf(ours, await rawFigures(raw, object));
    if (difference !== null) return `object ${object.objectId}: ${difference}`;
  }
  return null;
}

function differenceOf(ours: Summary, rows: readonly RawFigures[]): string | null {
  const replied = rows.flatMap((row) => row.replied ?? []).sort();
  const found = [`last reply ${ours.lastReplyDate}`, ...ours.bySource.flatMap(lineOfOurs)];
  const expected = [`last reply ${replied.at(-1) ?? null}`, ...rows.map(lineOfRaw)];
  const place = expected.findIndex((line, index) => line !== found[index]);
  if (place >= 0) return `${found[place] ?? 'nothing'} instead of ${expected[place] ?? 'nothing'}`;
  return found.length === expected.length ? null : `${found.length} lines instead of ${expected.length}`;
}

/** Empty for a source without reviews. */
function lineOfOurs({ sourceId, figures, latestReviewDate }: Summary['bySource'][number]): string[] {
  const { reviewCount, withText, withImages, withReply, byRating, averageRating } = figures;
  if (reviewCount === 0) return [];
  const counts = [reviewCount, withText, withImages, withReply, ...Object.values(byRating)];
  return [`source ${sourceId}: ${counts.join(' ')}, average ${averageRating?.toFixed(2)}, newest ${latestReviewDate}`];
}

function lineOfRaw(row: RawFigures): string {
  const counts = [row.n, row.withText, row.withImages, row.withReply];
  const ratings = [row.ones, row.twos, row.threes, row.fours, row.fives];
  return `source ${row.sourceId}: ${[...counts, ...ratings].join(' ')}, average ${row.average.toFixed(2)}, newest ${row.reviewed}`;
}
