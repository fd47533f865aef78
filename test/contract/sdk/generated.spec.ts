import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { buildDocument, V2, V3 } from '@libs/http';
import { testApp, type TestApp } from '@test/support/test-app';
import { nameOf, operationsOf, queryNameOf, type JsonSchema, type Operation } from './operations';
import { errorsText, isPartOfSdk, LEFT_OUT, resourcesText } from './resources-text';

/**
 * The types, methods and error codes of the SDK are generated from the OpenAPI documents of the service. `npm run sdk` writes them;
 * without `HREV_WRITE_SDK` this test compares.
 */
const ROOT = path.resolve(__dirname, '../../..');
const FOLDER = path.join(ROOT, 'libs/sdk/src/generated');
const GENERATOR = path.join(ROOT, 'node_modules/openapi-typescript/bin/cli.js');

type Schemas = Readonly<Record<string, JsonSchema>>;

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
  files = {
    'v3.gen.ts': typesOf({ ...queriesOf(operations.filter(isPartOfSdk)), ...schemasOf(v3) }, rootsOf(v3)),
    'v2-webhooks.gen.ts': typesOf(schemasOf(buildDocument(app.app, V2)), eventBodies(buildDocument(app.app, V2))),
    'resources.gen.ts': resourcesText(operations),
    'errors.gen.ts': errorsText(operations),
  };
  if (process.env['HREV_WRITE_SDK'])
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(FOLDER, name), text);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the folder has the generated files and no others', () =>
  expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(files).sort()));

test.each(['v3.gen.ts', 'v2-webhooks.gen.ts', 'resources.gen.ts', 'errors.gen.ts'])(
  '%s is what the OpenAPI documents say: npm run sdk',
  (name) => expect(readFileSync(path.join(FOLDER, name), 'utf8')).toBe(files[name]),
);

test('each operation of v3 has a method, except those that need a session', () => {
  const missing = operations.filter(({ method, path: route }) => {
    const text = files['resources.gen.ts'] ?? '';
    return !text.includes(`\`${method} ${route}\`.`);
  });
  expect(missing.length).toBeGreaterThan(0);
  expect(missing.filter(({ tag }) => tag !== LEFT_OUT).map(({ id }) => id)).toEqual([]);
});

const schemasOf = (document: OpenAPIObject): Schemas => (document.components?.schemas ?? {}) as Schemas;

/** The names of the schemas that the SDK uses directly. */
function rootsOf(document: OpenAPIObject): readonly string[] {
  const used = operations.filter(isPartOfSdk);
  const queries = used.filter(({ query }) => query.length > 0).map(queryNameOf);
  const bodies = used.flatMap(({ body, success }) => [body, success].flatMap((schema) => schema ?? []));
  const named = [...JSON.stringify(bodies).matchAll(/"(#\/components\/schemas\/\w+)"/g)].map(([, $ref = '']) =>
    nameOf({ $ref }),
  );
  return [...queries, ...named, ...eventBodies(document)];
}

/** The schemas of the bodies of webhooks. */
function eventBodies(document: OpenAPIObject): readonly string[] {
  const webhooks = (document as unknown as { readonly webhooks: object }).webhooks;
  return [...JSON.stringify(webhooks).matchAll(/"(#\/components\/schemas\/\w+)"/g)].map(([, $ref = '']) =>
    nameOf({ $ref }),
  );
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

/** The types of the schemas `roots` and of those that they use. */
function typesOf(schemas: Schemas, roots: readonly string[]): string {
  const chosenNames = new Set<string>();
  const add = (name: string): void => {
    if (chosenNames.has(name)) return;
    chosenNames.add(name);
    for (const [, other = ''] of JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g)) add(other);
  };
  roots.forEach(add);
  const chosen = Object.fromEntries([...chosenNames].map((name) => [name, schemas[name]]));
  const [source, target] = [path.join(folder, 'types.json'), path.join(folder, 'types.ts')];
  const info = { title: 'hrev', version: '3' };
  const document = { openapi: '3.1.0', info, paths: {}, components: { schemas: chosen } };
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
