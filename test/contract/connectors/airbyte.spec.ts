/**
 * The manifest for Airbyte against the OpenAPI document and the answers of the service. Airbyte's own package is not among the registries
 * of this project: the components are checked against our table of those that the manifest uses (airbyte-manifest.ts).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import Ajv from 'ajv';
import { parseDocument } from 'yaml';
import { buildDocument, V3 } from '@libs/http';
import { nameOf, operationsOf, type JsonSchema, type Operation } from '@test/contract/sdk/operations';
import { insertChangedReviews } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { faultsOf, MANIFEST, readManifest, type Component, type Manifest } from './airbyte-manifest';
import { recordsOf, type Row } from './airbyte-reader';

const NAMES = ['objects', 'folders', 'sources', 'reviews', 'review_changes'];

let app: TestApp;
let account: TestAccount;
let link: LinkFixture;
let document: OpenAPIObject;
let manifest: Manifest;

beforeAll(async () => {
  app = await testApp({ environment: { HREV_RATE_LIMIT: '100000' } });
  const response = await fetch(`${app.address}/v3/openapi.json`);
  document = (await response.json()) as OpenAPIObject;
  expect(buildDocument(app.app, V3).paths).toBeDefined();
  if (process.env['HREV_WRITE_SDK']) writeSchemas();
  manifest = readManifest();
  account = await app.anAccount();
  link = await aLink(app.database, { accountId: account.accountId });
});
afterAll(() => app?.close());

const streamOf = (name: string): Component => {
  const stream = manifest.streams.find((one) => one['name'] === name);
  if (stream === undefined) throw new Error(`no stream ${name}`);
  return stream;
};
const requesterOf = (stream: Component): Component =>
  (stream['retriever'] as { readonly requester: Component }).requester;
function operationOf(stream: Component): Operation {
  const { path, http_method: method } = requesterOf(stream);
  const found = operationsOf(document).find((one) => one.path === path && one.method === method);
  if (found === undefined) throw new Error(`no operation ${String(method)} ${String(path)}`);
  return found;
}
const schemas = (): Readonly<Record<string, JsonSchema>> =>
  document.components?.schemas as unknown as Readonly<Record<string, JsonSchema>>;
/** The items of a list: of its own schema, or of one with a name. */
function itemOf({ success }: Operation): JsonSchema {
  const list = success?.properties ?? schemas()[nameOf(success ?? undefined)]?.properties;
  return schemas()[nameOf(list?.['data']?.items)] ?? {};
}

/** The parameters of the query that components inject, without those of a parent's stream. */
function optionsOf(component: unknown): readonly string[] {
  if (Array.isArray(component)) return component.flatMap(optionsOf);
  if (typeof component !== 'object' || component === null) return [];
  const { inject_into: place, field_name: name, ...others } = component as Row;
  const own = place === 'request_parameter' ? [String(name)] : [];
  return [...own, ...Object.entries(others).flatMap(([key, part]) => (key === 'stream' ? [] : optionsOf(part)))];
}

/** A schema without references, descriptions and values: what Airbyte makes columns of. */
function columnsOf(schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined) return columnsOf(schemas()[nameOf(schema)] ?? {});
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (parts !== undefined) {
    const [first = {}] = parts.filter(({ type }) => type !== 'null').map(columnsOf);
    return { ...first, type: [...new Set(parts.flatMap((part) => columnsOf(part).type ?? []))] };
  }
  const { type, items, properties, additionalProperties } = schema;
  return {
    ...(type === undefined ? {} : { type }),
    ...(items === undefined ? {} : { items: columnsOf(items) }),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, columnsOf(part)])) }),
    ...(type === 'object' || typeof additionalProperties === 'object' ? { additionalProperties: true } : {}),
  };
}

function writeSchemas(): void {
  const text = parseDocument(readFileSync(MANIFEST, 'utf8'));
  const written = readManifest();
  for (const stream of written.streams) {
    const schema = columnsOf(itemOf(operationOf(stream)));
    text.setIn(['definitions', stream['name'], 'schema_loader', 'schema'], text.createNode(schema));
  }
  writeFileSync(MANIFEST, text.toString({ lineWidth: 0, singleQuote: true }));
}

test('has the streams, and only components and keys that we know', () => {
  expect(manifest.streams.map((stream) => stream['name'])).toEqual(NAMES);
  expect(faultsOf(manifest)).toEqual([]);
});

test('the check of the components finds faults', () => {
  const text = readFileSync(MANIFEST, 'utf8');
  const broken = text
    .replace('type: CursorPagination', 'type: CursorPages')
    .replace('field_name: offset', 'name: offset');
  expect(faultsOf(readManifest(broken)).map((fault) => fault.replace(/^.*: /, ''))).toEqual(
    expect.arrayContaining(['no component CursorPages', 'RequestOption has no name']),
  );
  expect(() => readManifest(text.replace("'#/definitions/selector'", "'#/definitions/selectors'"))).toThrow(
    'selectors',
  );
});

test('its address and key are those of the API', () => {
  const { authenticator } = requesterOf(streamOf('sources')) as unknown as {
    readonly authenticator: { readonly inject_into: { readonly field_name: string } };
  };
  const schemes = Object.values(document.components?.securitySchemes ?? {}) as unknown as Readonly<
    Record<string, string>
  >[];
  expect(schemes).toContainEqual(expect.objectContaining({ in: 'header', name: authenticator.inject_into.field_name }));
  const isValid = new Ajv({ strict: false }).compile(manifest.spec.connection_specification);
  expect(isValid({ base_url: app.address, api_key: account.full })).toBe(true);
  for (const wrong of ['localhost', 'https://x/', 'https://x/?a=1'])
    expect(isValid({ base_url: wrong, api_key: 'x' })).toBe(false);
});

test.each(NAMES)('the path, the parameters and the keys of %s are in the OpenAPI document', (name) => {
  const stream = streamOf(name);
  const { parameters, success } = operationOf(stream);
  const known = parameters.filter((one) => one.in === 'query').map((one) => one.name);
  const injected = optionsOf([stream['incremental_sync'], stream['retriever']]);
  const fixed = Object.keys((requesterOf(stream)['request_parameters'] ?? {}) as object);
  expect([...injected, ...fixed].filter((one) => !known.includes(one))).toEqual([]);
  expect(success).not.toBeNull();
  const item = Object.keys(itemOf(operationOf(stream)).properties ?? {});
  const cursor = (stream['incremental_sync'] as { readonly cursor_field: string } | undefined)?.cursor_field ?? [];
  expect(item).toEqual(expect.arrayContaining([...(stream['primary_key'] as readonly string[]), ...[cursor].flat()]));
});

test.each(NAMES)('the schema of %s is that of the OpenAPI document: npm run sdk', (name) => {
  const { schema } = streamOf(name)['schema_loader'] as { readonly schema: object };
  expect(schema).toEqual(columnsOf(itemOf(operationOf(streamOf(name)))));
  expect(Object.keys((schema as JsonSchema).properties ?? {}).length).toBeGreaterThan(3);
});

describe('read from the service', () => {
  const read = (name: string, since?: string): Promise<readonly Row[]> =>
    recordsOf(
      streamOf(name),
      async (path, query) => {
        const headers = { 'X-API-Key': account.readOnly };
        const response = await fetch(`${app.address}${path}?${new URLSearchParams(query).toString()}`, { headers });
        const body = (await response.json()) as Row;
        if (!response.ok) throw new Error(JSON.stringify(body));
        return body;
      },
      since,
    );
  const idsOf = (rows: readonly Row[], name = 'id'): readonly number[] =>
    rows.map((row) => row[name] as number).sort((a, b) => a - b);

  it('has every review, also beyond one page, and records that fit the schemas', async () => {
    const ids = await insertChangedReviews(
      app.database,
      Array.from({ length: 230 }, () => ({ ...link, rating: 4 })),
    );
    expect(idsOf(await read('reviews'))).toEqual(ids);
    expect(idsOf(await read('review_changes'), 'review_id')).toEqual(ids);
    for (const name of NAMES) {
      const { schema } = streamOf(name)['schema_loader'] as { readonly schema: object };
      const ajv = new Ajv({ strict: false });
      const isValid = ajv.compile(schema);
      for (const row of await read(name)) expect([isValid(row), isValid.errors]).toEqual([true, null]);
    }
    expect(idsOf(await read('objects'))).toEqual([link.objectId]);
  });

  it('reviews continue after the newest `updated_at`, and have deleted ones', async () => {
    const rows = await read('reviews');
    const newest =
      rows
        .map((row) => String(row['updated_at']))
        .sort()
        .at(-1) ?? '';
    const [first = 0] = idsOf(rows);
    await app.database.query(
      `update review set deleted_at = now(), updated_at = updated_at + interval '2 minutes' where account_id = $1 and id = $2`,
      [account.accountId, first],
    );
    const after = new Date(Date.parse(`${newest}Z`) + 60_000).toISOString().slice(0, 19);
    expect(await read('reviews', after)).toMatchObject([{ id: first, is_deleted: true }]);
  });
});
