import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { buildDocument, V2, V3 } from '@libs/http';
import { testApp, type TestApp } from '@test/support/test-app';
import { nameOf, operationsOf, queryNameOf, type JsonSchema, type Operation } from './operations';
import { itemsOfLists, pythonErrorsText, pythonResourcesText } from './python-text';
import { typesText, type Schemas } from './python-types';
import { errorsText, eventsText, isPartOfSdk, LEFT_OUT, resourcesText } from './resources-text';

/**
 * The types, methods and error codes of the SDKs are generated from the OpenAPI documents of the service. `npm run sdk` writes them;
 * without `HREV_WRITE_SDK` this test compares.
 */
const ROOT = path.resolve(__dirname, '../../..');
const TYPESCRIPT = 'libs/sdk/src/generated';
const PYTHON = 'libs/sdk-python/src/hrev/_generated';
const GENERATOR = path.join(ROOT, 'node_modules/openapi-typescript/bin/cli.js');

let app: TestApp;
let folder = '';
let v3: OpenAPIObject;
let operations: readonly Operation[];
let files: Readonly<Record<string, string>>;

beforeAll(async () => {
  app = await testApp();
  folder = mkdtempSync(path.join(tmpdir(), 'hrev-sdk-'));
  v3 = buildDocument(app.app, V3);
  operations = operationsOf(v3);
  const v2 = buildDocument(app.app, V2);
  const used = operations.filter(isPartOfSdk);
  const { pages, lists } = itemsOfLists(used);
  const bodiesOfV2 = chosen(schemasOf(v2), eventBodies(v2));
  files = {
    [`${TYPESCRIPT}/v3.gen.ts`]: typesOf(
      chosen({ ...queriesOf(used), ...schemasOf(v3) }, [...queryNames(), ...rootsOf(v3)]),
    ),
    [`${TYPESCRIPT}/v2-webhooks.gen.ts`]: typesOf(bodiesOfV2),
    [`${TYPESCRIPT}/resources.gen.ts`]: resourcesText(operations),
    [`${TYPESCRIPT}/errors.gen.ts`]: errorsText(operations),
    [`${TYPESCRIPT}/events.gen.ts`]: eventsText(eventTypesOf(v3)),
    [`${PYTHON}/v3.py`]: typesText(chosen(schemasOf(v3), rootsOf(v3)), pages, lists),
    [`${PYTHON}/v2_webhooks.py`]: typesText(bodiesOfV2),
    [`${PYTHON}/resources.py`]: pythonResourcesText(operations),
    [`${PYTHON}/errors.py`]: pythonErrorsText(operations),
  };
  if (process.env['HREV_WRITE_SDK'])
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(ROOT, name), text);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each([TYPESCRIPT, PYTHON])('%s has the generated files and no others', (generated) => {
  const names = readdirSync(path.join(ROOT, generated)).filter((name) => !name.startsWith('__'));
  const expected = Object.keys(files).filter((name) => path.dirname(name) === generated);
  expect(names.sort()).toEqual(expected.map((name) => path.basename(name)).sort());
});

test.each([
  ...['v3.gen.ts', 'v2-webhooks.gen.ts', 'resources.gen.ts', 'errors.gen.ts', 'events.gen.ts'].map(
    (name) => `${TYPESCRIPT}/${name}`,
  ),
  ...['v3.py', 'v2_webhooks.py', 'resources.py', 'errors.py'].map((name) => `${PYTHON}/${name}`),
])('%s is what the OpenAPI documents say: npm run sdk', (name) =>
  expect(readFileSync(path.join(ROOT, name), 'utf8')).toBe(files[name]),
);

test.each([`${TYPESCRIPT}/resources.gen.ts`, `${PYTHON}/resources.py`])(
  'each operation of v3 has a method in %s, except those that need a session or no key',
  (name) => {
    const missing = operations.filter(({ method, path: route }) => {
      const text = files[name] ?? '';
      return !text.includes(`\`${method} ${route}\`.`);
    });
    expect(missing.length).toBeGreaterThan(0);
    expect(missing.filter(({ tag }) => !LEFT_OUT.includes(tag)).map(({ id }) => id)).toEqual([]);
  },
);

test.each([
  ['libs/sdk/README.md', `${TYPESCRIPT}/resources.gen.ts`, /^ {2}readonly (\w+): /gm],
  ['libs/sdk-python/README.md', `${PYTHON}/resources.py`, /^ {8}self\.(\w+) = \w+\(send\)$/gm],
])('%s names the resources of %s', (readme, name, pattern) => {
  const text = readFileSync(path.join(ROOT, readme), 'utf8');
  const resources = [...(files[name] ?? '').matchAll(pattern)].map(([, resource = '']) => resource);
  expect(resources.length).toBeGreaterThan(10);
  expect(resources.filter((resource) => !text.includes(`\`${resource}\``))).toEqual([]);
});

const schemasOf = (document: OpenAPIObject): Schemas => (document.components?.schemas ?? {}) as Schemas;

const queryNames = (): readonly string[] =>
  operations.filter((operation) => isPartOfSdk(operation) && operation.query.length > 0).map(queryNameOf);

/** The names of the schemas that the SDKs use directly. */
function rootsOf(document: OpenAPIObject): readonly string[] {
  const used = operations.filter(isPartOfSdk);
  const bodies = used.flatMap(({ body, success }) => [body, success].flatMap((schema) => schema ?? []));
  const named = [...JSON.stringify(bodies).matchAll(/"(#\/components\/schemas\/\w+)"/g)].map(([, $ref = '']) =>
    nameOf({ $ref }),
  );
  return [...named, ...eventBodies(document)];
}

/** The schemas of the bodies of webhooks. */
function eventBodies(document: OpenAPIObject): readonly string[] {
  const webhooks = (document as unknown as { readonly webhooks: object }).webhooks;
  return [...JSON.stringify(webhooks).matchAll(/"(#\/components\/schemas\/\w+)"/g)].map(([, $ref = '']) =>
    nameOf({ $ref }),
  );
}

/** The values of `event_types` of a webhook. */
function eventTypesOf(document: OpenAPIObject): readonly string[] {
  const { properties = {} } = schemasOf(document)['Webhook'] ?? {};
  return (properties['event_types']?.items?.enum ?? []).map(String);
}

/** The query of each operation, as a schema. */
function queriesOf(used: readonly Operation[]): Schemas {
  return Object.fromEntries(
    used
      .filter(({ query }) => query.length > 0)
      .map((operation) => {
        const { query: parameters } = operation;
        const properties = parameters.map(({ name, schema, description }) => [name, { ...schema, description }]);
        const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
        return [
          queryNameOf(operation),
          {
            type: 'object',
            description: `The query of \`${operation.method} ${operation.path}\`.`,
            properties: Object.fromEntries(properties),
            required,
          },
        ];
      }),
  );
}

/** The schemas `roots` and those that they use. */
function chosen(schemas: Schemas, roots: readonly string[]): Schemas {
  const chosenNames = new Set<string>();
  const add = (name: string): void => {
    if (chosenNames.has(name)) return;
    chosenNames.add(name);
    for (const [, other = ''] of JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g)) add(other);
  };
  roots.forEach(add);
  return Object.fromEntries([...chosenNames].map((name) => [name, schemas[name] as JsonSchema]));
}

function typesOf(schemas: Schemas): string {
  const [source, target] = [path.join(folder, 'types.json'), path.join(folder, 'types.ts')];
  const info = { title: 'hrev', version: '3' };
  const document = { openapi: '3.1.0', info, paths: {}, components: { schemas } };
  writeFileSync(source, JSON.stringify(document, withoutExamples));
  const flags = ['--alphabetize', '--root-types', '--root-types-no-schema-prefix', '--default-non-nullable=false'];
  execFileSync(process.execPath, [GENERATOR, source, '--output', target, ...flags], { stdio: 'pipe' });
  const text = readFileSync(target, 'utf8');
  // Only the names of the schemas are exported.
  const types = text.slice(text.indexOf('export interface components')).replace('export interface', 'interface');
  const used = types.replace(/^export type (?:\$defs|operations) .*\n/gm, '');
  return `// Written by \`npm run sdk\` from the OpenAPI documents, with openapi-typescript.\n${used}`;
}

/** Drops what types do not have, and the lists of examples. */
function withoutExamples(key: string, value: unknown): unknown {
  return key === 'example' || key === 'examples' ? undefined : value;
}
