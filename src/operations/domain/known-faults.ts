/**
 * Known faults of the programs that run hrev, as far as foreign bytes can reach them: bytes of platforms, of the people who write
 * reviews, of clients and of their receivers. Each line has its advisory and was read on `KNOWN_ON`. docs/operations/known-faults.md has
 * the same table (`npm run known-faults`), and the faults that were judged and left out.
 */
export type Program = 'PostgreSQL' | 'Redis' | 'Chromium' | 'Node';

/** Versions from `from` to the one before `fixed`. */
export interface AffectedVersions {
  readonly from: string;
  readonly fixed: string;
}

export interface KnownFault {
  readonly program: Program;
  readonly advisory: string;
  /** The day of the advisory, `2026-02-12`. */
  readonly published: string;
  readonly what: string;
  /** How foreign bytes get there. */
  readonly reach: string;
  readonly affected: readonly AffectedVersions[];
}

/** The day on which the advisories were last read. */
export const KNOWN_ON = '2026-11-28';

/** A release line of Node that gets no more corrections, by its major version, and since when. */
const ENDED_NODE_LINES: ReadonlyMap<number, string> = new Map([[20, '2026-04-30']]);

/** What images and documentation use. */
const NODE_IN_USE = 24;

const PAGES = 'a page of a platform, which the browser renders';
const CLIENT_OF_REDIS =
  'a program in the network of Redis, such as a browser that a page has taken over; in docker/compose.yml Redis has no password';

export const KNOWN_FAULTS: readonly KnownFault[] = [
  {
    program: 'PostgreSQL',
    advisory: 'CVE-2026-2007',
    published: '2026-02-12',
    what: 'pg_trgm writes past a buffer for a crafted text',
    reach: 'the text of a review, which pg_trgm indexes, and the text of a search',
    affected: [{ from: '18.0', fixed: '18.2' }],
  },
  {
    program: 'Redis',
    advisory: 'CVE-2025-49844',
    published: '2025-10-03',
    what: 'a Lua script uses memory after it was freed, and may run code',
    reach: CLIENT_OF_REDIS,
    affected: [
      { from: '6.2', fixed: '6.2.20' },
      { from: '7.2', fixed: '7.2.11' },
      { from: '7.4', fixed: '7.4.6' },
      { from: '8.0', fixed: '8.0.4' },
      { from: '8.2', fixed: '8.2.2' },
    ],
  },
  {
    program: 'Redis',
    advisory: 'CVE-2026-23479',
    published: '2026-05-05',
    what: 'a client that is unblocked is used after it was freed, and may run code',
    reach: CLIENT_OF_REDIS,
    affected: [
      { from: '7.4', fixed: '7.4.9' },
      { from: '8.2', fixed: '8.2.6' },
      { from: '8.4', fixed: '8.4.3' },
      { from: '8.6', fixed: '8.6.3' },
    ],
  },
  {
    program: 'Redis',
    advisory: 'CVE-2026-81934',
    published: '2026-08-27',
    what: 'with TLS, pending data is used after it was freed; a client without a password may run code',
    reach: 'a program in the network of Redis, before it has given a password',
    affected: [
      { from: '6.2', fixed: '6.2.24' },
      { from: '7.2', fixed: '7.2.16' },
      { from: '7.4', fixed: '7.4.11' },
      { from: '8.0', fixed: '8.2.9' },
      { from: '8.4', fixed: '8.4.6' },
      { from: '8.6', fixed: '8.6.6' },
      { from: '8.8', fixed: '8.8.2' },
      { from: '8.10', fixed: '8.10.1' },
    ],
  },
  ...chromium(
    'CVE-2026-79236',
    '2026-08-25',
    'a confusion of types in V8 runs code inside the sandbox',
    '152.0.7977.65',
  ),
  ...chromium(
    'CVE-2026-85046',
    '2026-09-03',
    'a confusion of types in V8 runs code inside the sandbox',
    '152.0.7977.82',
  ),
  ...chromium(
    'CVE-2026-91728',
    '2026-09-15',
    'an overflow of integers in V8 runs code inside the sandbox',
    '153.0.8010.47',
  ),
  ...chromium(
    'CVE-2026-102328',
    '2026-09-29',
    'a confusion of types in V8 runs code inside the sandbox',
    '154.0.8037.92',
  ),
  ...chromium(
    'CVE-2026-118318',
    '2026-10-27',
    'an overflow of a buffer in V8 runs code inside the sandbox',
    '156.0.8078.73',
  ),
  ...chromium(
    'CVE-2026-126874',
    '2026-11-11',
    'a confusion of types in V8 runs code inside the sandbox',
    '157.0.8103.78',
  ),
  {
    program: 'Node',
    advisory: 'CVE-2026-21717',
    published: '2026-03-24',
    what: 'V8 stores keys that look like numbers under hashes that can be predicted, so that reading them takes much longer',
    reach: 'JSON of a page, which a parsing thread reads, and JSON in the body of a request',
    affected: [
      { from: '20.0.0', fixed: '20.20.2' },
      { from: '22.0.0', fixed: '22.22.2' },
      { from: '24.0.0', fixed: '24.14.1' },
      { from: '25.0.0', fixed: '25.8.2' },
    ],
  },
];

/** All versions before `fixed` are affected. */
function chromium(advisory: string, published: string, what: string, fixed: string): readonly KnownFault[] {
  return [{ program: 'Chromium', advisory, published, what, reach: PAGES, affected: [{ from: '0', fixed }] }];
}

/** The faults that a version has. A version may be followed by other words: `18.1 (Debian 18.1-1)`. */
export function faultsOf(program: Program, version: string): readonly KnownFault[] {
  return KNOWN_FAULTS.filter((fault) => fault.program === program && rangeOf(fault, version) !== undefined);
}

/** What an operator should know although a check passed, such as about a version of a program, and what to do about it. */
export interface RuntimeWarning {
  /** A sentence without its period. */
  readonly text: string;
  readonly remedy: string;
}

/** Null if no fault of the version is known and its release line gets corrections. */
export function warningOf(program: Program, version: string): RuntimeWarning | null {
  const end = program === 'Node' ? ENDED_NODE_LINES.get(numbersOf(version)[0] ?? 0) : undefined;
  if (end !== undefined)
    return {
      text: `Node ${version} is past its end of life (${end}) and gets no more corrections`,
      remedy: `Install Node ${NODE_IN_USE}.`,
    };
  const faults = faultsOf(program, version);
  if (faults.length === 0) return null;
  const [newest, ...others] = faults.map(({ advisory }) => advisory).reverse();
  const found = others.length === 0 ? 'a known fault' : 'known faults';
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return {
    text: `${program} ${version} has ${found} that foreign bytes can reach: ${newest}${more}`,
    remedy: `Install ${program} ${fixedIn(faults, version)} or newer (docs/operations/known-faults.md).`,
  };
}

/** The warning as one line of a log; null if there is none. */
export function warningLine(program: Program, version: string): string | null {
  const warning = warningOf(program, version);
  return warning === null ? null : `${warning.text}. ${warning.remedy}`;
}

/** The first version of the same release line without any of the faults. */
function fixedIn(faults: readonly KnownFault[], version: string): string {
  const versions = faults.flatMap((fault) => rangeOf(fault, version)?.fixed ?? []);
  return versions.reduce((one, other) => (compare(one, other) < 0 ? other : one));
}

function rangeOf({ affected }: KnownFault, version: string): AffectedVersions | undefined {
  return affected.find(({ from, fixed }) => compare(version, from) >= 0 && compare(version, fixed) < 0);
}

/** Negative if `one` is older; numbers that a version lacks count as 0. */
function compare(one: string, other: string): number {
  const [left, right] = [numbersOf(one), numbersOf(other)];
  const at = Array.from({ length: Math.max(left.length, right.length) }, (_, index) => index);
  return at.map((index) => (left[index] ?? 0) - (right[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

function numbersOf(version: string): readonly number[] {
  const [numbers = ''] = /^\d+(?:\.\d+)*/.exec(version) ?? [];
  return numbers.split('.').map(Number);
}
