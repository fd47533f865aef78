/** The bench's command line. Invalid values are refused before the run, which takes minutes. */
import { parseArgs } from 'node:util';
import { ONLY_BY_NAME, PEERS, type PeerName } from './peers/peer-names';
import { PROFILES, type Profile, type ProfileName } from './profiles';

/** Every value of `--only`, in the order of a run. */
export const RATIO_IDS = [
  ...(['R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7', 'R8', 'R9', 'R10', 'R11', 'R12', 'R13', 'R14', 'R15', 'R16'] as const),
  ...([
    'R17',
    'R18',
    'R19',
    'R20',
    'R21',
    'R22',
    'R23',
    'R24',
    'R25',
    'R26',
    'R27',
    'R28',
    'L4',
    'trial',
    'capacity',
    'footprint',
    'clone',
    'C1',
    'C2',
    'C3',
    'C4',
    'C5',
    'C6',
  ] as const),
] as const;
export type RatioId = (typeof RATIO_IDS)[number];

/** Measured only if they are named: a cold clone downloads all packages, and the figures of the page on capacity have no threshold. */
const ONLY_IF_NAMED: readonly RatioId[] = ['capacity', 'clone'];

export interface BenchOptions {
  readonly profile: Profile;
  readonly only: ReadonlySet<RatioId>;
  /** Peers that may run, including the Nest and TypeORM server that is part of the benchmark. */
  readonly peers: ReadonlySet<PeerName>;
  readonly out: string | null;
}

export class UsageError extends Error {}

/** Reads the arguments after the program's name; throws `UsageError`. */
export function readOptions(args: readonly string[]): BenchOptions {
  const values = parseOptions(args);
  return {
    profile: PROFILES[oneOf<ProfileName>('--profile', values.profile ?? 'smoke', Object.keys(PROFILES))],
    only: new Set(
      values.only === undefined
        ? RATIO_IDS.filter((id) => !ONLY_IF_NAMED.includes(id))
        : list(values.only).flatMap(readRatios),
    ),
    peers: readPeers(values.peers ?? 'auto'),
    out: values.out ?? null,
  };
}

function parseOptions(args: readonly string[]): { profile?: string; only?: string; peers?: string; out?: string } {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...args], options: { profile: text, only: text, peers: text, out: text } }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** A ratio, or the ratios from one to another in their order: `R21-R26`. */
function readRatios(text: string): readonly RatioId[] {
  const [from = 0, to = from, ...rest] = text
    .split('-')
    .map((id) => RATIO_IDS.indexOf(oneOf<RatioId>('--only', id.trim(), RATIO_IDS)));
  if (rest.length > 0 || from > to) throw new UsageError(`--only: "${text}" is not a range of ratios`);
  return RATIO_IDS.slice(from, to + 1);
}

/** `auto` is all peers except those that must be named, and may be combined with names. */
function readPeers(text: string): ReadonlySet<PeerName> {
  if (text === 'none') return new Set();
  const names = list(text).map((name) => oneOf<PeerName | 'auto'>('--peers', name, ['auto', ...PEERS]));
  return new Set(names.flatMap((name) => (name === 'auto' ? AUTO : [name])));
}

const AUTO = PEERS.filter((name) => !ONLY_BY_NAME.includes(name));

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function oneOf<T extends string>(option: string, value: string, allowed: readonly string[]): T {
  if (allowed.includes(value)) return value as T;
  throw new UsageError(`${option}: "${value}" is not one of ${allowed.join(', ')}`);
}
