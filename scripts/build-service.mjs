/**
 * Compiles the service into dist/: the files that tsconfig.build.json includes, with source maps, and the JSON that they import. An
 * alias becomes a relative path; `import()` is kept. Types are not checked: `npm run typecheck` and `npm test` do that.
 *
 * `npm run build` and `npm start` run it (`prepare.mjs`), after dist/ was emptied.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import ts from 'typescript';
import { TYPESCRIPT } from './typescript.cjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const OUTPUT = path.join(ROOT, 'dist');
const IMPORTED = /\b(?:require|import)\((["'])([^"'\n]+)\1\)/g;
/** Packages that a start does not need. They are loaded when they are used for the first time. */
const LOADED_WHEN_USED = [
  '@modelcontextprotocol/server',
  '@modelcontextprotocol/server/stdio',
  '@simplewebauthn/server',
  'cheerio/slim',
  'entities',
  'ioredis',
  'nodemailer',
  'otpauth',
  'parse5-htmlparser2-tree-adapter',
  'undici',
  'yaml',
];

const { fileNames, paths } = readConfig();
const swcOptions = {
  ...TYPESCRIPT,
  jsc: { ...TYPESCRIPT.jsc, baseUrl: ROOT, paths },
  // The annotation names the exports for the `import()` of a compiled file.
  module: { ...TYPESCRIPT.module, ignoreDynamic: true, exportInteropAnnotation: true, lazy: LOADED_WHEN_USED },
  swcrc: false,
  configFile: false,
  sourceMaps: true,
  inlineSourcesContent: false,
};
const outputs = new Set(fileNames.map(outputOf));
const problems = (await Promise.all(fileNames.map(compile))).flat();
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;

/** The files to compile, and the aliases. */
function readConfig() {
  const { config, error } = ts.readConfigFile(path.join(ROOT, 'tsconfig.build.json'), ts.sys.readFile);
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const errors = [...(error ? [error] : []), ...parsed.errors];
  if (errors.length > 0)
    throw new Error(errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')).join('\n'));
  return { fileNames: parsed.fileNames.filter((file) => !file.endsWith('.d.ts')), paths: parsed.options.paths };
}

function outputOf(file) {
  return path.join(OUTPUT, path.relative(ROOT, file)).replace(/\.ts$/, '.js');
}

/** Writes the output of a file. Returns its problems: why it cannot be compiled, or which of its imports cannot be loaded. */
async function compile(file) {
  const name = path.relative(ROOT, file);
  const output = outputOf(file);
  const sourceFileName = path.relative(path.dirname(output), file).replaceAll(path.sep, '/');
  try {
    const { code, map } = await transformFile(file, { ...swcOptions, sourceFileName });
    fs.mkdirSync(path.dirname(output), { recursive: true });
    fs.writeFileSync(output, `${code}\n//# sourceMappingURL=${path.basename(output)}.map\n`);
    fs.writeFileSync(`${output}.map`, map);
    const imports = [...code.matchAll(IMPORTED)].map(([, , imported]) => imported);
    const missing = imports.filter((imported) => !canLoad(imported, output));
    return missing.map((imported) => `${name} imports ${imported}, which is not part of the build`);
  } catch (error) {
    return [`${name} cannot be compiled: ${error.message}`];
  }
}

/** swc does not check that an imported file exists, and resolves no alias in an `import()`. */
function canLoad(imported, output) {
  if (Object.keys(paths).some((alias) => imported.startsWith(alias.replace('*', '')))) return false;
  if (!imported.startsWith('.')) return true;
  const target = path.resolve(path.dirname(output), imported);
  if (target.endsWith('.json')) return copyJson(target);
  return [target, `${target}.js`, path.join(target, 'index.js')].some((candidate) => outputs.has(candidate));
}

function copyJson(target) {
  const source = path.join(ROOT, path.relative(OUTPUT, target));
  if (!fs.existsSync(source)) return false;
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.copyFileSync(source, target);
  return true;
}
