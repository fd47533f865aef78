import path from 'node:path';
import ts from 'typescript';

/** The client of the console is typed by the OpenAPI documents: what the API does not have is an error of the compiler. */
const FOLDER = path.resolve(__dirname, '../../console/src/api');
const PROBE = path.join(FOLDER, 'probe.ts');

const RIGHT = [
  `call(1, 'GET', '/v3/objects', { query: { limit: 5 } })`,
  `call(1, 'GET', '/v3/objects/{object_id}', { path: { object_id: 7 } }).then(({ name }) => name.length)`,
  `call(null, 'PATCH', '/console/api/me', { body: { name: 'Ada' } })`,
  `call(1, 'PATCH', '/v3/folders/{folder_id}', { path: { folder_id: 7 }, body: { add_object_ids: [7] as readonly number[] } })`,
];

const WRONG = [
  ['the path', `call(1, 'GET', '/v3/object')`],
  ['the path of the console', `call(1, 'GET', '/console/api/member')`],
  ['the method', `call(1, 'POST', '/v3/account')`],
  ['the name of a parameter', `call(1, 'GET', '/v3/objects', { query: { limits: 5 } })`],
  ['the type of a parameter', `call(1, 'GET', '/v3/objects', { query: { limit: 'x' } })`],
  ['the name in a path', `call(1, 'GET', '/v3/objects/{object_id}', { path: { id: 7 } })`],
  ['a missing id', `call(1, 'GET', '/v3/objects/{object_id}')`],
  ['a missing body', `call(1, 'POST', '/v3/folders')`],
  ['a missing field', `call(1, 'POST', '/v3/folders', { body: {} })`],
  ['the name of a field', `call(null, 'PATCH', '/console/api/me', { body: { names: 'Ada' } })`],
  ['a body where none is read', `call(null, 'POST', '/console/api/sign-out', { body: {} })`],
  ['a field of the answer', `call(1, 'GET', '/v3/account').then(({ names }) => names)`],
] as const;

/** The lines of the probe that do not compile, from 0. */
function refusedLines(lines: readonly string[]): ReadonlySet<number> {
  const probe = ts.createSourceFile(PROBE, lines.join('\n'), ts.ScriptTarget.ES2023);
  const { options } = ts.getParsedCommandLineOfConfigFile(
    path.join(FOLDER, '../../tsconfig.json'),
    { types: [] },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: () => undefined,
    },
  ) ?? { options: {} };
  const host = ts.createCompilerHost(options);
  const program = ts.createProgram(
    [PROBE],
    { ...options, incremental: false, tsBuildInfoFile: undefined },
    {
      ...host,
      fileExists: (file) => file === PROBE || host.fileExists(file),
      getSourceFile: (file, ...rest) => (file === PROBE ? probe : host.getSourceFile(file, ...rest)),
    },
  );
  const problems = program.getSemanticDiagnostics(program.getSourceFile(PROBE));
  return new Set(problems.map(({ start = 0 }) => probe.getLineAndCharacterOfPosition(start).line));
}

const calls = [...RIGHT, ...WRONG.map(([, call]) => call)];
const refused = refusedLines([...calls.map((call) => `void ${call};`), `import { call } from './client';`]);

test.each(RIGHT.map((call, line) => [call, line] as const))('%s compiles', (_, line) =>
  expect(refused.has(line)).toBe(false),
);

test.each(WRONG.map(([what, call], index) => [what, call, RIGHT.length + index] as const))(
  '%s is checked: %s',
  (_, __, line) => expect(refused.has(line)).toBe(true),
);
