import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { VARIABLES } from '@libs/config/variables';
import { builtInSources } from '@libs/sources';
import { collectsFrom } from '@src/collection/domain/browser-use';

/** The values of the Helm chart match the service. The lane `chart` renders it. */
const ROOT = path.resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, 'docker/chart', file), 'utf8');

interface Schema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
  readonly items?: Schema;
  readonly $ref?: string;
  readonly definitions: Readonly<Record<string, Schema>>;
}

const schema = JSON.parse(read('values.schema.json')) as Schema;
const values = parse(read('values.yaml')) as Readonly<Record<string, unknown>>;
const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };

const SEMVER = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
/** The fields of Chart.yaml in the version 2 of its format. */
const FIELDS_OF_HELM = [
  'apiVersion',
  'name',
  'version',
  'kubeVersion',
  'description',
  'type',
  'keywords',
  'home',
  'sources',
  'dependencies',
  'maintainers',
  'icon',
  'appVersion',
  'deprecated',
  'annotations',
];

/** Variables that the chart sets, or reads from the Secret, and those that have no meaning in its pods. */
const OF_THE_CHART = [
  'NODE_ENV',
  'PORT',
  'HOST',
  'DATABASE_URL',
  'REDIS_URL',
  'HREV_HOME',
  'HREV_ENCRYPTION_KEY',
  'HREV_ENCRYPTION_KEY_PREVIOUS',
  'HREV_ROLE',
  'HREV_WORKER_PORT',
  'HREV_METRICS_HOST',
  'HREV_METRICS_PORT',
  'HREV_COMMIT',
  'HREV_COLLECT_BROWSER',
  'HREV_SMTP_URL',
  'HREV_CHROMIUM_PATH',
  'HREV_SHUTDOWN_DELAY',
  // Backups of the embedded database.
  'HREV_BACKUP_DIR',
];

const resolved = (one: Schema): Schema => {
  const name = one.$ref?.replace('#/definitions/', '');
  return name === undefined ? one : (schema.definitions[name] ?? one);
};

/** Paths of the properties that the schema has for objects of the chart; free objects of Kubernetes have none. */
function pathsOfSchema(one: Schema, above = ''): readonly string[] {
  return Object.entries(resolved(one).properties ?? {}).flatMap(([key, value]) => {
    const isGroup =
      resolved(value).properties !== undefined && key !== 'config' && key !== 'timeouts' && key !== 'resources';
    return isGroup ? pathsOfSchema(value, `${above}${key}.`) : [`${above}${key}`];
  });
}

function pathsOfValues(
  one: Readonly<Record<string, unknown>>,
  inSchema: ReadonlySet<string>,
  above = '',
): readonly string[] {
  return Object.entries(one).flatMap(([key, value]) => {
    const at = `${above}${key}`;
    return inSchema.has(at) ? [at] : pathsOfValues(value as Readonly<Record<string, unknown>>, inSchema, `${at}.`);
  });
}

describe('docker/chart', () => {
  test('has the version of the service', () => {
    const chart = parse(read('Chart.yaml')) as { version: string; appVersion: string };
    expect([chart.version, chart.appVersion]).toEqual([version, version]);
  });

  /**
   * `helm lint` is a part of Helm, which needs more than npm and Debian have. These are its rules for Chart.yaml and for the folder; the
   * schema of the values, and the templates, are tested in the lane `chart`.
   */
  describe('Chart.yaml, by the rules of `helm lint`', () => {
    const chart = parse(read('Chart.yaml')) as Readonly<Record<string, unknown>>;

    test('has only fields that Helm knows', () => {
      expect(Object.keys(chart).filter((name) => !FIELDS_OF_HELM.includes(name))).toEqual([]);
    });

    test.each<[field: string, form: RegExp]>([
      ['apiVersion', /^v2$/],
      ['name', /^[a-z0-9]+(-[a-z0-9]+)*$/],
      ['version', SEMVER],
      ['appVersion', SEMVER],
      ['type', /^(application|library)$/],
      ['description', /^[^\n]{10,}$/],
      ['kubeVersion', /^>=\d+\.\d+\.\d+-0$/],
    ])('states %s as a text of the form %s', (field, form) => {
      expect(typeof chart[field]).toBe('string');
      expect(chart[field]).toMatch(form);
    });

    test('has addresses that are URLs, and maintainers with names, if it has any', () => {
      const {
        icon,
        home,
        sources = [],
        maintainers = [],
      } = chart as {
        readonly icon?: string;
        readonly home?: string;
        readonly sources?: readonly string[];
        readonly maintainers?: readonly { readonly name?: string }[];
      };
      for (const address of [icon, home, ...sources]) if (address !== undefined) expect(address).toMatch(/^https:\/\//);
      for (const { name } of maintainers) expect(name).toBeTruthy();
    });

    test('names no chart that its folder does not have', () => expect(chart['dependencies'] ?? []).toEqual([]));

    test('is beside values and templates with endings that Helm reads', () => {
      const files = readdirSync(path.join(ROOT, 'docker/chart/templates'), { recursive: true, encoding: 'utf8' });
      expect(files.filter((name) => !/\.(ya?ml|tpl|txt)$/.test(name))).toEqual([]);
      for (const name of files) expect(read(`templates/${name}`)).not.toMatch(/^\t|\.Release\.Time|crd-install/m);
    });
  });

  test('has a schema for each value, and a value for each property of the schema', () => {
    const inSchema = pathsOfSchema(schema).filter((at) => at !== 'global');
    expect([...pathsOfValues(values, new Set(inSchema))].sort()).toEqual([...inSchema].sort());
  });

  test('refuses unknown names in every object whose names the schema knows', () => {
    const open: string[] = [];
    const walk = (one: unknown, at: string): void => {
      if (typeof one !== 'object' || one === null) return;
      const { properties, additionalProperties } = one as Schema;
      if (
        properties !== undefined &&
        typeof properties === 'object' &&
        !at.endsWith('/properties') &&
        additionalProperties !== false
      )
        open.push(at);
      for (const [key, value] of Object.entries(one)) walk(value, `${at}/${key}`);
    };
    walk(schema, '');
    expect(open).toEqual([]);
  });

  test('`config` takes every variable of the service that the chart does not set', () => {
    const names = Object.keys(VARIABLES).filter((name) => !OF_THE_CHART.includes(name));
    expect(OF_THE_CHART.filter((name) => !(name in VARIABLES))).toEqual([]);
    expect(Object.keys(schema.definitions.config?.properties ?? {}).sort()).toEqual(names.sort());
  });

  test('knows the sources that the workers with a browser read', () => {
    const { browserSources } = values.lateness as { browserSources: readonly string[] };
    const slugs = builtInSources
      .filter(({ publicRoad }) => collectsFrom('only', publicRoad?.reading))
      .map(({ facts }) => facts.slug);
    expect([...browserSources].sort()).toEqual(slugs.sort());
  });

  test('the README explains each value of the first level', () => {
    const readme = read('README.md');
    expect(Object.keys(values).filter((key) => !readme.includes(`\`${key}`))).toEqual([]);
  });
});
