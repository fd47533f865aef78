/**
 * Builds the package @hrev/sdk: compiles libs/sdk/src into ES modules with their types, in libs/sdk/dist. The sources import each other
 * without extensions, as the rest of the project does; Node and browsers need them, so they are added here.
 *
 * `npm pack` and `npm publish` in libs/sdk run it. With a folder as argument it writes there.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const PACKAGE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../libs/sdk');
const OUTPUT = path.resolve(process.argv[2] ?? path.join(PACKAGE, 'dist'));
const RELATIVE_IMPORT = /(\bfrom |\bimport\()(['"])(\.{1,2}\/[^'"]+)\2/g;

const { config, error } = ts.readConfigFile(path.join(PACKAGE, 'tsconfig.json'), ts.sys.readFile);
const { options, fileNames, errors } = ts.parseJsonConfigFileContent(config, ts.sys, PACKAGE);
const program = ts.createProgram(fileNames, { ...options, outDir: OUTPUT });
fs.rmSync(OUTPUT, { recursive: true, force: true });
const { diagnostics } = program.emit(undefined, write);
const problems = [...(error ? [error] : []), ...errors, ...ts.getPreEmitDiagnostics(program), ...diagnostics];
if (problems.length > 0) {
  const host = { getCurrentDirectory: () => PACKAGE, getCanonicalFileName: (name) => name, getNewLine: () => '\n' };
  process.stderr.write(ts.formatDiagnostics(problems, host));
  process.exitCode = 1;
}

/** `.js` becomes `.mjs`, and `.d.ts` becomes `.d.mts`: ES modules also where a package.json does not say so. */
function write(file, text) {
  const target = file.replace(/\.(d\.)?([jt])s$/, '.$1m$2s');
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text.replaceAll(RELATIVE_IMPORT, '$1$2$3.mjs$2'));
}
