import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { declaredFamilies, defaultFamilies, startOwnMetrics, type Family } from '@libs/metrics';
import { familiesNamedIn } from '@test/support/named-families';
import '@src/api.module';
import '@src/worker.module';

/** The code, the documentation, and whatever asks for metrics name the same families. */
const ROOT = path.resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const PAGE = 'docs/operations/metrics.md';

const MONITORING = 'docker/chart/monitoring';

/** Texts that name families: each name must exist. */
const NAMING = [
  PAGE,
  'docs/contract.md',
  'docs/production.md',
  'docs/operations/objectives.md',
  'docs/operations/runbooks.md',
  ...readdirSync(path.join(ROOT, MONITORING), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:yaml|json)$/.test(file))
    .map((file) => `${MONITORING}/${file}`),
];

/** Labels whose values come from clients, or grow with the data. */
const UNBOUNDED = /account|object|link|review|webhook|person|key_id|address|url|host|path|email/;
const UNITS = /_(?:seconds|bytes|ratio|total|info|count|24h|today)$/;

describe('metrics', () => {
  // Specs of this process may have declared families of their own.
  const isOfProduct = (name: string): boolean => !name.startsWith('spec_');
  const declared = declaredFamilies().filter(({ name }) => isOfProduct(name));
  startOwnMetrics({ version: '0.0.0', commit: 'unknown', role: 'all' });
  const defaults = defaultFamilies().filter(isOfProduct);
  const known = new Set([...declared.map(({ name }) => name), ...defaults]);
  const histograms = new Set(declared.filter(({ type }) => type === 'histogram').map(({ name }) => name));

  it('have families of the process and of the installation', () => {
    expect(new Set(declared.map(({ scope }) => scope))).toEqual(new Set(['process', 'cluster']));
    expect(declared.length).toBeGreaterThan(60);
  });

  it('are all on the page of metrics, with type, labels and meaning as in the code', () => {
    expect(rowsOf(read(PAGE))).toEqual(declared.map(rowOf));
  });

  it('of the library are all on the page of metrics', () => {
    const [, ofLibrary = ''] = read(PAGE).split('## Node and operating system');
    const named = [...ofLibrary.matchAll(/^\| `([a-z0-9_]+)` \| \S/gm)].map(([, name = '']) => name);
    expect(named.sort()).toEqual([...defaults]);
  });

  it.each(NAMING)('%s names only families that exist', (file) => {
    expect(familiesNamedIn(read(file), histograms).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(declared)('$name has a name by the conventions, and labels with few values', ({ name, type, labels }) => {
    expect(name).toMatch(/^hrev_[a-z0-9]+(_[a-z0-9]+)*$/);
    expect(name.endsWith('_total')).toBe(type === 'counter');
    if (type === 'histogram') expect(name).toMatch(UNITS);
    expect(name).not.toMatch(/_(?:ms|milliseconds|minutes|mb|kb|percent)(?:_|$)/);
    expect(labels.filter((label) => UNBOUNDED.test(label))).toEqual([]);
  });

  it('finds the family of each series of a histogram, and no API keys', () => {
    const text =
      'sum(rate(hrev_spec_seconds_bucket[5m])) / hrev_spec_seconds_count; hrev_cluster_leader_count; hrev_0123abc';
    expect(familiesNamedIn(text, new Set(['hrev_spec_seconds']))).toEqual([
      'hrev_cluster_leader_count',
      'hrev_spec_seconds',
    ]);
  });
});

interface Row {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
  readonly meaning: string;
}

const rowOf = ({ name, type, labels, help: meaning }: Family): Row => ({ name, type, labels, meaning });

/** The rows of the tables with five columns, by name. A row without an advice is not one. */
function rowsOf(page: string): readonly Row[] {
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\w+) \| (.*?) \| (.+?) \| .{10,} \|$/gm)];
  return rows
    .map(([, name = '', type = '', labels = '', meaning = '']) => ({
      name,
      type,
      labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label),
      meaning,
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
