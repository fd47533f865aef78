/**
 * `npm run bench -- compare before.json after.json`: prints how the ratios of two runs differ. Refuses runs of different machines
 * or profiles, whose results are not comparable.
 */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { BenchResult } from './report';

type Comparable = Pick<BenchResult, 'profile' | 'ratios'> & { readonly env: Pick<BenchResult['env'], 'machine'> };

/** The reason why two runs cannot be compared; null if they can. */
export function refusal(before: Comparable, after: Comparable): string | null {
  if (before.profile !== after.profile) return `different profiles: ${before.profile} and ${after.profile}`;
  const { machine: one } = before.env;
  const { machine: other } = after.env;
  const differing = Object.keys(one).filter(
    (name) => !isDeepStrictEqual(Reflect.get(one, name), Reflect.get(other, name)),
  );
  return differing.length === 0 ? null : `different machines: ${differing.join(', ')}`;
}

/** One line per ratio. Reports a change only if the intervals do not overlap. */
export function comparison(before: Comparable, after: Comparable): string[] {
  return after.ratios.map((now) => {
    const then = before.ratios.find((ratio) => ratio.id === now.id);
    if (!then) return `${now.id}: ${now.value.toFixed(2)} (new)`;
    const areSeparate = now.lo > then.hi || now.hi < then.lo;
    const isBetter = now.value > then.value === (now.better === 'higher');
    const word = areSeparate ? (isBetter ? 'better' : 'worse') : 'no difference shown';
    return `${now.id}: ${then.value.toFixed(2)} -> ${now.value.toFixed(2)}, ${word}`;
  });
}

function main(files: readonly string[]): number {
  if (files.length !== 2) return refuse('compare needs two result files');
  const [before, after] = files.map(readResult);
  if (!before || !after) return refuse(`${files[before ? 1 : 0] ?? ''} is not a result of the bench`);
  const reason = refusal(before, after);
  if (reason !== null) return refuse(`not comparable: ${reason}`);
  process.stdout.write(`${comparison(before, after).join('\n')}\n`);
  return 0;
}

/** Reads the result file of a run; null if the file is not a result. */
export function readResult(file: string): BenchResult | null {
  try {
    const result = JSON.parse(readFileSync(file, 'utf8')) as Partial<BenchResult> | null;
    return result?.schema === 1 ? (result as BenchResult) : null;
  } catch {
    return null;
  }
}

function refuse(reason: string): number {
  process.stderr.write(`bench: ${reason}\n`);
  return 2;
}

if (process.argv[1] === __filename) process.exitCode = main(process.argv.slice(2));
