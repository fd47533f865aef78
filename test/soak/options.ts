/** The command line of `npm run soak`. */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export interface SoakOptions {
  /** Minutes under load and faults, without settling and checks. */
  readonly minutes: number;
  readonly seed: number;
  readonly queue: 'postgres' | 'redis';
  readonly links: number;
  /** Path of the result as JSON. */
  readonly json: string | null;
  /** Path of operations and faults as JSON lines; null: a temporary file that is kept after a violation. */
  readonly log: string | null;
  /** Adds a row to docs/faults.md. */
  readonly record: boolean;
}

export const USAGE =
  'usage: npm run soak -- [--minutes 20] [--seed N] [--queue postgres|redis] [--links 60] [--json FILE] [--log FILE] [--record]';

/** An unknown or invalid option; the message is for the user. */
export class WrongUsage extends Error {}

/** Throws `WrongUsage`. Without a seed a random one is used. */
export function readOptions(argv: readonly string[]): SoakOptions {
  const values = parseOptions(argv);
  const { queue } = values;
  if (queue !== 'postgres' && queue !== 'redis') throw new WrongUsage(`--queue is postgres or redis, not ${queue}`);
  return {
    minutes: numberOf('minutes', values.minutes, 0.1, 1_440),
    seed: values.seed === undefined ? randomInt(1_000_000) : Math.floor(numberOf('seed', values.seed, 0, 2 ** 32 - 1)),
    queue,
    links: Math.floor(numberOf('links', values.links, 4, 200)),
    json: values.json ?? null,
    log: values.log ?? null,
    record: values.record,
  };
}

function parseOptions(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        minutes: { type: 'string', default: '20' },
        seed: { type: 'string' },
        queue: { type: 'string', default: 'postgres' },
        links: { type: 'string', default: '60' },
        json: { type: 'string' },
        log: { type: 'string' },
        record: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new WrongUsage((error as Error).message);
  }
}

function numberOf(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= least && value <= most))
    throw new WrongUsage(`--${name} is a number from ${least} to ${most}, not ${text}`);
  return value;
}
