/**
 * Interleaved rounds: every contestant runs once in each round, each round begins with another contestant, and ratios are
 * computed within a round, so that a slow minute of the machine affects both sides of a ratio.
 */
import { medianInterval, type Interval } from './statistics';

/** One side's result of every round, in the order of the rounds. */
export type RoundFigures<Name extends string> = Readonly<Record<Name, readonly number[]>>;

/** The contestants in the order of round `round`. */
export function rotate<T>(items: readonly T[], round: number): T[] {
  const first = round % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}

/** Median of the ratios of the rounds. Throws if the two sides have different numbers of rounds. */
export function ratioOf(numerator: readonly number[], denominator: readonly number[]): Interval {
  if (numerator.length !== denominator.length) throw new Error('ratios need both sides of every round');
  return medianInterval(numerator.map((value, round) => value / (denominator[round] as number)));
}

/** Runs the rounds one after the other; `measure` returns a result for one contestant in one round. */
export async function runRounds<Name extends string>(
  names: readonly Name[],
  rounds: number,
  measure: (name: Name, round: number) => Promise<number>,
): Promise<RoundFigures<Name>> {
  const figures = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of rotate(names, round)) figures[name].push(await measure(name, round));
  }
  return figures;
}
