/** The command line of `npm run drill`. */
import { parseArgs } from 'node:util';
import { alertRules } from '../monitoring/promtool';

export interface DrillOptions {
  /** No fault begins after this time. */
  readonly minutes: number;
  /** Only these alerts and parts, whose figures replace those of earlier runs; null: all. */
  readonly only: readonly string[] | null;
}

export const PARTS = ['upgrade', 'restore', 'panels'] as const;
export type Part = (typeof PARTS)[number];

export const USAGE = 'usage: npm run drill -- [--minutes 30] [--only ALERT|upgrade|restore|panels[,…]]';

class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** Throws `WrongUsage` for an unknown option, a number that is none, or an alert that no rule has. */
export function readOptions(argv: readonly string[]): DrillOptions {
  const { minutes, only: list } = parse(argv);
  const only = list?.split(',') ?? null;
  if (!(Number(minutes) > 0)) throw new WrongUsage(`--minutes is a number above 0, not ${minutes}`);
  const known: readonly (string | undefined)[] = [...PARTS, ...alertRules.map(({ alert }) => alert)];
  const unknown = only?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new WrongUsage(`no alert and no part is named ${unknown}`);
  return { minutes: Number(minutes), only };
}

function parse(argv: readonly string[]): { readonly minutes: string; readonly only?: string } {
  try {
    const options = { minutes: { type: 'string', default: '30' }, only: { type: 'string' } } as const;
    return parseArgs({ args: [...argv], options }).values;
  } catch (error) {
    throw new WrongUsage((error as Error).message);
  }
}
