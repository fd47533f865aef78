/**
 * `npm run bench -- figures result.json …`: prints the results of a run as tables for the documentation. Several files must be of
 * one machine and profile; a ratio or cell in several files is taken from the last one.
 */
import { readResult, refusal } from './compare';
import { THRESHOLDS, type EvaluatedRatio, type Threshold, type ThresholdId } from './measure/verdicts';
import { digits, type BenchResult } from './report';

type Figures = Pick<BenchResult, 'ratios' | 'cells'>;

/** Cells that are reported as absolute values, with their descriptions. */
const CELLS: readonly (readonly [id: string, variant: string, what: string])[] = [
  ['feed100.mixed', 'ours', 'pages of 100 with exact total, one API process'],
  ['feed100.mixed', 'anchor', 'the same with bare `node:http` + `pg`'],
  ['feed1000.large', 'ours', 'pages of 1,000 with exact total'],
  ['summary.raw.hot', 'ours', 'summary of the largest object, all time'],
  ['search.rare.hot', 'ours', 'search for a rare word in the largest object'],
  ['feed100.p99', 'busy', '99th percentile of pages while reviews are ingested'],
  ['ingest.btrees', 'ours', 'new reviews ingested, one connection, without the search index'],
  ['ingest.search', 'ours', 'new reviews ingested, one connection, with the search index'],
  ['ingest.search', 'unchanged', 'unchanged reviews ingested again'],
  ['export', 'ours', 'reviews through the sync, one client'],
  ['claims', 'ours', 'due links planned with their runs'],
  ['dispatch', 'ours', 'deliveries of webhooks, durable, one worker process'],
];

/** One row for each ratio that has a threshold, in order, also for those that were not measured. */
export function ratioTable(results: readonly Figures[]): string {
  const head = '|  | ours / theirs | ratio | 90 % interval | in CPU | must | stretch | to go | verdict |';
  const rows = (Object.entries(THRESHOLDS) as [ThresholdId, Threshold][]).map(([id, threshold]) => {
    const ratio = results.flatMap((result) => result.ratios).findLast((one) => one.id === id);
    const sign = threshold.better === 'higher' ? '≥' : '≤';
    const targets = [`${sign} ${threshold.must}`, `${sign} ${threshold.stretch}`];
    return ratio ? measuredRow(ratio, targets) : [id, threshold.what, '–', '', '', ...targets, '', 'not measured'];
  });
  return [head, `|${' --- |'.repeat(9)}`, ...rows.map(markdownRow)].join('\n');
}

function measuredRow(ratio: EvaluatedRatio, targets: readonly string[]): string[] {
  const { id, what, value, lo, hi, cpu, note, verdict } = ratio;
  const interval = `${digits(lo)} – ${digits(hi)}`;
  return [
    id,
    what,
    digits(value),
    interval,
    cpu === null ? '' : digits(cpu),
    ...targets,
    missingFactor(ratio),
    note ?? verdict,
  ];
}

/** The factor between the ratio and "stretch"; empty if "stretch" is reached or no factor exists. */
export function missingFactor({
  value,
  better,
  stretch,
}: Pick<EvaluatedRatio, 'value' | 'better' | 'stretch'>): string {
  const factor = better === 'higher' ? stretch / value : value / stretch;
  return factor > 1 && Number.isFinite(factor) ? `× ${digits(factor)}` : '';
}

/** Throughput and latency of this machine, in absolute units. */
export function cellTable(results: readonly Figures[]): string {
  const cells = results.flatMap((result) => result.cells);
  const rows = CELLS.flatMap(([id, variant, what]) => {
    const cell = cells.findLast((one) => one.id === id && one.variant === variant);
    if (!cell) return [];
    const slowest = typeof cell['p99'] === 'number' ? `${digits(cell['p99'])} ms` : '';
    return [markdownRow([what, `${format(cell.value)} ${cell.unit}`, slowest])];
  });
  return ['|  | median | 99th percentile |', '| --- | --- | --- |', ...rows].join('\n');
}

const markdownRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const format = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en-US') : digits(value));

function main(files: readonly string[]): number {
  const results = files.map(readResult);
  const [first, ...others] = results;
  const unread = results.indexOf(null);
  if (!first || unread >= 0)
    return refuse(files[unread] === undefined ? 'no result file' : `${files[unread]} is not a result`);
  for (const other of others) {
    const reason = other && refusal(first, other);
    if (reason) return refuse(`not comparable: ${reason}`);
  }
  const read = results.filter((result) => result !== null);
  process.stdout.write(`${ratioTable(read)}\n\n${cellTable(read)}\n`);
  return 0;
}

function refuse(reason: string): number {
  process.stderr.write(`bench: ${reason}\n`);
  return 2;
}

if (process.argv[1] === __filename) process.exitCode = main(process.argv.slice(2));
