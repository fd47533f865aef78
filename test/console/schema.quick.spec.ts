import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildDocument, V3 } from '@libs/http';
import { testApp, type TestApp } from '@test/support/test-app';

/**
 * The types of the console's client are generated from the OpenAPI document of the service. `npm run console:schema` writes them;
 * without `HREV_WRITE_SCHEMA` this test compares.
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

test('schema.gen.ts has the types of the OpenAPI document', () => {
  const generated = typesOf(buildDocument(app.app, V3));
  if (process.env['HREV_WRITE_SCHEMA']) writeFileSync(FILE, generated);
  expect(readFileSync(FILE, 'utf8')).toBe(generated);
});

function typesOf(document: object): string {
  const source = path.join(folder, 'v3.json');
  const target = path.join(folder, 'schema.ts');
  writeFileSync(source, JSON.stringify(document, withoutTexts));
  execFileSync(process.execPath, [GENERATOR, source, '--output', target, '--alphabetize'], {
    stdio: 'pipe',
  });
  return readFileSync(target, 'utf8');
}

/** Drops examples and descriptions, which would make nine tenths of the file. */
function withoutTexts(key: string, value: unknown): unknown {
  if (key === 'example' || key === 'examples') return undefined;
  return ['description', 'summary'].includes(key) && typeof value === 'string' ? undefined : value;
}
