import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { buildDocument, CONSOLE_API, V3 } from '@libs/http';
import { testApp, type TestApp } from '@test/support/test-app';

/**
 * The types of the console's client are generated from the OpenAPI documents of v3 and of the console. `npm run console:schema` writes
 * them; without `HREV_WRITE_SCHEMA` this test compares.
 */
const ROOT = path.resolve(__dirname, '../..');
const FILE = path.join(ROOT, 'console/src/api/schema.gen.ts');
const GENERATOR = path.join(ROOT, 'node_modules/openapi-typescript/bin/cli.js');

let app: TestApp;
let folder = '';
beforeAll(async () => {
  app = await testApp();
  folder = mkdtempSync(path.join(tmpdir(), 'hrev-console-schema-'));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

test('schema.gen.ts has the types of the OpenAPI documents', () => {
  const generated = typesOf(merged(buildDocument(app.app, V3), buildDocument(app.app, CONSOLE_API)));
  if (process.env['HREV_WRITE_SCHEMA']) writeFileSync(FILE, generated);
  expect(readFileSync(FILE, 'utf8')).toBe(generated);
});

/** One document with the paths and schemas of both. A schema of both, such as `Error`, is the same class. */
function merged(v3: OpenAPIObject, ofConsole: OpenAPIObject): object {
  const [a, b] = [v3.components?.schemas ?? {}, ofConsole.components?.schemas ?? {}];
  const differing = Object.keys(a).filter((name) => name in b && JSON.stringify(a[name]) !== JSON.stringify(b[name]));
  expect(differing).toEqual([]);
  return {
    ...v3,
    paths: { ...v3.paths, ...ofConsole.paths },
    components: {
      ...v3.components,
      schemas: { ...a, ...b },
      securitySchemes: { ...v3.components?.securitySchemes, ...ofConsole.components?.securitySchemes },
    },
  };
}

function typesOf(document: object): string {
  const source = path.join(folder, 'v3.json');
  const target = path.join(folder, 'schema.ts');
  writeFileSync(source, JSON.stringify(document, withoutTexts));
  execFileSync(process.execPath, [GENERATOR, source, '--output', target, '--alphabetize'], {
    stdio: 'pipe',
  });
  return readFileSync(target, 'utf8');
}

/** The client sends these headers with every request. */
const SENT_BY_CLIENT = /^X-Hrev-(Account|Console)$/;

/** Drops examples and descriptions, which would make nine tenths of the file, and the headers of the client. */
function withoutTexts(key: string, value: unknown): unknown {
  if (key === 'parameters' && Array.isArray(value))
    return value.filter((parameter: { name?: string }) => !SENT_BY_CLIENT.test(parameter.name ?? ''));
  if (key === 'example' || key === 'examples') return undefined;
  return ['description', 'summary'].includes(key) && typeof value === 'string' ? undefined : value;
}
