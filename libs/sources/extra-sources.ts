/**
 * Sources that the operator declares (`HREV_EXTRA_SOURCES`, contract §12.2): a YAML list of sites whose pages carry schema.org
 * markup.
 *
 *     - slug: harbour-inns
 *       display_name: Harbour Inns
 *       hosts: [harbour-inns.example]
 *       rating_scale: 10
 *
 * Reading is strict: all problems are reported at once, each with its line, and a file with a problem declares no source. With a
 * wrong host, requests would be sent to an unintended site.
 */
import { domainToASCII } from 'node:url';
import { isIP } from 'node:net';
import { LineCounter, parseDocument, type Document } from 'yaml';
import { z } from 'zod';
import { schemaOrgSource } from './platforms/schema-org';
import type { PlatformSource } from './source';
import { hostBelongsTo } from './url-tools';

/** An invalid file, with all its problems. */
export class ExtraSourcesError extends Error {
  /** `problems`: one line each, "line 3, entry 1, slug: …". */
  constructor(readonly problems: readonly string[]) {
    super(`The extra sources cannot be read:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ExtraSourcesError';
  }
}

const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/;
/** In the response of the timeseries, `all` is the series of all sources together (contract §4.8). */
const RESERVED_SLUGS: ReadonlySet<string> = new Set(['all']);

const host = z.string().superRefine((value, context) => {
  const problem = hostProblem(value);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

const entry = z.strictObject({
  slug: z
    .string()
    .regex(SLUG, 'must be 1 to 63 lower-case letters, digits and hyphens, and begin with a letter or a digit')
    .refine((slug) => !RESERVED_SLUGS.has(slug), 'is reserved'),
  display_name: z
    .string()
    .min(1, 'must not be empty')
    .max(100, 'must be at most 100 characters')
    .refine((name) => name === name.trim(), 'must not begin or end with whitespace'),
  hosts: z.array(host).min(1, 'must name at least one host').max(50, 'must name at most 50 hosts'),
  rating_scale: z.number().min(2, 'must be from 2 to 1000').max(1000, 'must be from 2 to 1000'),
});
const file = z.array(entry).max(500, 'must contain at most 500 sources');
type Entry = z.infer<typeof entry>;

interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * Reads the sources that a YAML text declares, in its order. The slugs and hosts of the `existing` sources cannot be declared
 * again. Throws `ExtraSourcesError` with all problems of the text.
 */
export function readExtraSources(
  yamlText: string,
  existing: readonly PlatformSource[] = [],
): readonly PlatformSource[] {
  const lines = new LineCounter();
  const document = parseDocument(yamlText, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    throw new ExtraSourcesError(
      document.errors.map(({ pos, message }) => `line ${lines.linePos(pos[0]).line}: ${message}`),
    );
  }
  const { entries, problems } = readEntries(toPlain(document));
  const allProblems = [...problems, ...conflictsOf(entries, existing)];
  if (allProblems.length > 0) throw new ExtraSourcesError(inFileOrder(allProblems, document, lines));
  return entries.map(({ value }) =>
    schemaOrgSource({
      slug: value.slug,
      displayName: value.display_name,
      hosts: value.hosts,
      ratingScale: value.rating_scale,
    }),
  );
}

/** Refuses aliases, because they can expand a small file without limit. */
function toPlain(document: Document.Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 }) as unknown;
  } catch {
    throw new ExtraSourcesError(['aliases (*name) cannot be used here']);
  }
}

interface IndexedEntry {
  readonly index: number;
  readonly value: Entry;
}

function readEntries(value: unknown): { entries: readonly IndexedEntry[]; problems: readonly Problem[] } {
  if (!Array.isArray(value)) return { entries: [], problems: [{ path: [], message: 'must be a list of sources' }] };
  const fileResult = file.safeParse(value, { reportInput: true });
  const problems = fileResult.success ? [] : fileResult.error.issues.flatMap(problemsOf);
  // Valid entries are compared with each other even if others are invalid, so that all problems are reported at once.
  const entries = value.flatMap((element: unknown, index): IndexedEntry[] => {
    const result = entry.safeParse(element);
    return result.success ? [{ index, value: result.data }] : [];
  });
  return { entries, problems };
}

/** Names of the value types in messages. */
const KINDS: Readonly<Record<string, string>> = {
  object: 'a mapping of the four fields',
  array: 'a list',
  string: 'a text',
  number: 'a number',
};

function problemsOf(issue: z.core.$ZodIssue): readonly Problem[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], message: 'is not a field of a source' }));
  }
  if (issue.code === 'invalid_type') {
    return [
      {
        path,
        message: issue.input === undefined ? 'is missing' : `must be ${KINDS[issue.expected] ?? issue.expected}`,
      },
    ];
  }
  return [{ path, message: issue.message }];
}

/** Slugs and hosts that more than one source declares. A host also conflicts with its subdomains. */
function conflictsOf(entries: readonly IndexedEntry[], existing: readonly PlatformSource[]): readonly Problem[] {
  const slugs = new Map(existing.map(({ facts }) => [facts.slug, 'a built-in source']));
  const hosts = new Map<string, string>();
  const builtIn = (name: string): readonly [string, string] | undefined =>
    existing
      .flatMap((source) => source.facts.hosts.map((host) => ({ host, source })))
      .filter(({ host, source }) => overlap(host, name) && claims(source, host, name))
      .map(({ host, source }) => [host, source.facts.slug] as const)[0];
  const problems: Problem[] = [];
  for (const { index, value } of entries) {
    const owner = slugs.get(value.slug);
    if (owner !== undefined) problems.push({ path: [index, 'slug'], message: `${value.slug} is the slug of ${owner}` });
    else slugs.set(value.slug, `entry ${index + 1}`);
    value.hosts.forEach((name, position) => {
      const other = builtIn(name) ?? [...hosts].find(([declared]) => overlap(declared, name));
      if (other === undefined) hosts.set(name, value.slug);
      else problems.push({ path: [index, 'hosts', position], message: conflictMessage(name, other) });
    });
  }
  return problems;
}

const conflictMessage = (name: string, [declared, owner]: readonly [string, string]): string =>
  declared === name ? `${name} is already claimed by ${owner}` : `${name} overlaps with ${declared} of ${owner}`;

/** Whether a source claims a declared host. It does not claim a subdomain on which it has no pages (market.yandex.ru). */
function claims(source: PlatformSource, host: string, name: string): boolean {
  const isSubdomain = name !== host && hostBelongsTo(name, host);
  return !isSubdomain || source.match(new URL(`https://${name}/`)) !== null;
}

function overlap(one: string, other: string): boolean {
  const [a, b] = [one.replace(/^www\./, ''), other.replace(/^www\./, '')];
  return hostBelongsTo(a, b) || hostBelongsTo(b, a);
}

/** Returns the problem of a host name, with a suggested spelling if possible; null if the name is valid. */
function hostProblem(value: string): string | null {
  const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
  if (value.length <= 253 && new RegExp(`^(?:${label}\\.)+${label}$`).test(value)) {
    const lastLabel = value.slice(value.lastIndexOf('.') + 1);
    return isIP(value) !== 0 || /^\d+$/.test(lastLabel) ? 'must be a name, not an address' : null;
  }
  const [hostPart = ''] = value
    .trim()
    .replace(/^[a-z]+:\/\//i, '')
    .split(/[/?#:]/, 1);
  const ascii = domainToASCII(hostPart.replace(/\.$/, ''));
  const hint = ascii !== '' && ascii !== value && ascii.includes('.') ? `; write ${ascii}` : '';
  return `must be a host name in lower case without scheme, port and path${hint}`;
}

function inFileOrder(problems: readonly Problem[], document: Document.Parsed, lines: LineCounter): readonly string[] {
  const withLines = problems.map((problem) => ({ ...problem, line: lineOf(problem.path, document, lines) }));
  return withLines.sort((a, b) => a.line - b.line).map(describeProblem);
}

function describeProblem({ path, message, line }: Problem & { readonly line: number }): string {
  const [index, ...rest] = path;
  const entryName = typeof index === 'number' ? `, entry ${index + 1}` : '';
  return `line ${line}${entryName}${rest.length === 0 ? '' : `, ${rest.join('.')}`}: ${message}`;
}

/** The line of the node at `path`, or of its nearest existing parent: a missing field has the line of its entry. */
function lineOf(path: readonly (string | number)[], document: Document.Parsed, lines: LineCounter): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    const range = (node as { range?: readonly [number, number, number] | null } | null | undefined)?.range;
    if (range) return lines.linePos(range[0]).line;
  }
  return 1;
}
