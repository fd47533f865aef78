/** Renders the chart of docker/chart with test/chart/renderer, which needs Go and the Debian packages that CONTRIBUTING.md names. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';

export const ROOT = path.resolve(__dirname, '../../..');
export const CHART = path.join(ROOT, 'docker/chart');
const CACHE = path.join(ROOT, '.cache/chart');
const RENDERER = path.join(CACHE, 'render');

export type Values = Readonly<Record<string, unknown>>;

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly [key: string]: unknown };
  readonly spec: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}

export interface Rendering {
  readonly manifests: readonly Manifest[];
  readonly notes: string;
  /** What the chart says about values that it refuses; otherwise empty. */
  readonly error: string;
}

/** Compiles the renderer; two seconds, and less with its cache. */
export function buildRenderer(): void {
  mkdirSync(CACHE, { recursive: true });
  run('go', ['build', '-o', RENDERER, '.'], {
    cwd: path.join(ROOT, 'test/chart/renderer'),
    // Debian's packages of Go are sources in this folder.
    env: { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOCACHE: path.join(CACHE, 'go') },
  });
}

/** Renders the chart once for each of these values, as the release `hrev` in the namespace `reviews`. */
export function renderAll(all: readonly Values[], release = 'hrev'): readonly Rendering[] {
  const cases = all.map((values) => ({ release, namespace: 'reviews', values }));
  const output = run(RENDERER, [], { input: JSON.stringify({ chart: CHART, cases }) });
  const results = JSON.parse(output) as readonly {
    readonly files: Readonly<Record<string, string>> | null;
    readonly error: string;
  }[];
  return results.map(({ files, error }) => {
    const { 'NOTES.txt': notes = '', ...templates } = files ?? {};
    return { error, notes, manifests: Object.entries(templates).flatMap(([name, text]) => manifestsOf(name, text)) };
  });
}

/** Renders the chart once. Throws what the chart says about values that it refuses. */
export function render(values: Values, release?: string): Rendering {
  const [rendering] = renderAll([values], release);
  if (rendering === undefined || rendering.error !== '') throw new Error(rendering?.error);
  return rendering;
}

/** What was parsed: most files are the same in most renderings. */
const parsed = new Map<string, readonly Manifest[]>();

function manifestsOf(file: string, text: string): readonly Manifest[] {
  const known = parsed.get(text) ?? parseManifests(file, text);
  parsed.set(text, known);
  return known;
}

/** Documents without content, which have comments only, are left out, as Helm does. */
function parseManifests(file: string, text: string): readonly Manifest[] {
  return parseAllDocuments(text).flatMap((document) => {
    const [fault] = [...document.errors, ...document.warnings];
    if (fault !== undefined) throw new Error(`${file}: ${fault.message}\n${text}`);
    const value = document.toJS() as Manifest | null;
    return value === null ? [] : [value];
  });
}

function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly input?: string },
): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    ...options,
  });
  if (status !== 0) throw error ?? new Error(stderr);
  return stdout;
}
