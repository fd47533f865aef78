import { readFileSync } from 'node:fs';
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
