/** The result of a run as a file and as a table. */
import type { BenchRun, BlockLoad, Cell, BenchSetup } from './bench-run';
import type { Environment } from './environment';
import type { Control, EvaluatedRatio } from './measure/verdicts';
import { PEERS } from './peers/peer-names';

export interface BenchResult {
  readonly schema: 1;
  readonly profile: string;
  readonly seed: number;
  readonly commit: string | null;
  readonly env: Omit<Environment, 'commit'> & { readonly blocks: readonly BlockLoad[] };
  readonly dataset: { readonly reviews: number; readonly checksum: string; readonly loadedPerSecond: number };
  /** Null if nothing was measured over HTTP. */
  readonly control: Control | null;
  readonly cells: readonly Cell[];
  readonly ratios: readonly EvaluatedRatio[];
  /** Blocks that could not be measured. */
  readonly failures: readonly { readonly block: string; readonly error: string }[];
  /** Ratios without a program to compare with; absent in older results. */
  readonly leftOut?: readonly { readonly ratio: string; readonly reason: string }[];
  readonly peers: Readonly<Record<string, string>>;
}

export function resultOf(run: BenchRun, setup: BenchSetup, { commit, ...env }: Environment): BenchResult {
  const { plan, checksum, reviewsPerSecond } = setup.dataset;
  return {
    schema: 1,
    profile: run.options.profile.name,
    seed: plan.seed,
    commit,
    env: { ...env, blocks: run.blocks },
    dataset: { reviews: plan.reviews, checksum, loadedPerSecond: Math.round(reviewsPerSecond) },
    control: run.control,
    cells: run.cells,
    ratios: run.ratios,
    failures: run.failures,
    leftOut: run.leftOut,
    peers: { ...Object.fromEntries(PEERS.map((name) => [name, 'absent'])), ...run.peers },
  };
}

export const digits = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));

/** The fields that the table uses. */
type TableFields = Pick<BenchResult, 'ratios' | 'failures' | 'leftOut' | 'control' | 'profile'>;

/** One row for each ratio. */
export function tableOf({ ratios, failures, leftOut = [], control, profile }: TableFields): string {
  const rows = ratios.map((ratio) => [
    ratio.id,
    ratio.what,
    digits(ratio.value),
    ratio.cpu === null ? '' : digits(ratio.cpu),
    `${digits(ratio.lo)} – ${digits(ratio.hi)}`,
    `${ratio.better === 'higher' ? '≥' : '≤'} ${ratio.must} (${ratio.stretch})`,
    ratio.note ?? ratio.verdict,
  ]);
  const all = [['', 'ours / theirs', 'ratio', 'in CPU', '90 % interval', 'must (stretch)', 'verdict'], ...rows];
  const widths = (all[0] as string[]).map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const aa = control === null ? 'not measured' : `${digits(control.aa)} (${control.verdict})`;
  const failed = failures.map(({ block, error }) => `not measured: ${block} (${error})`);
  const missing = leftOut.map(({ ratio, reason }) => `not measured: ${ratio} (${reason})`);
  return [`profile ${profile}; the anchor against itself: ${aa}`, '', ...lines, ...missing, ...failed].join('\n');
}
