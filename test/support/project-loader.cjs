/**
 * Lets a worker process require the TypeScript of `src/` and `libs/` without Jest, as it requires a library: a module is evaluated
 * once per worker instead of once per test file.
 *
 * The compiled code is kept as a file with its source map, and the frames of a stack name that file: Jest finds the map there and
 * shows the position in the source.
 */
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { transformSync } = require('@swc/core');
const { TYPESCRIPT } = require('../../scripts/typescript.cjs');

const ROOT = path.resolve(__dirname, '../..');
const CACHE = path.join(ROOT, '.cache/jest/project');

/** How TypeScript is compiled, for Jest and for this loader. */
const OPTIONS = { ...TYPESCRIPT, sourceMaps: 'inline' };

/** The SDK is a package of its own, with its sources one folder deeper. */
const SDK = { '@libs/sdk': '@libs/sdk/src/index', '@libs/sdk/node': '@libs/sdk/src/node' };

/** `import()` is kept, as in the build: only it loads a package that has ES modules and no entry for `require`. */
const PROJECT = { ...OPTIONS, module: { ...OPTIONS.module, ignoreDynamic: true } };

let isInstalled = false;

function installProjectLoader() {
  if (isInstalled) return;
  isInstalled = true;
  Module._extensions['.ts'] = (module, file) => {
    const compiled = compiledFile(file);
    module._compile(fs.readFileSync(compiled, 'utf8'), compiled);
  };
  const resolveFilename = Module._resolveFilename;
  Module._resolveFilename = function (request, ...rest) {
    const alias = /^@((?:src|libs|test)\/.+)$/.exec(SDK[request] ?? request);
    return resolveFilename.call(this, alias ? path.join(ROOT, alias[1]) : request, ...rest);
  };
}

function compiledFile(file) {
  const source = fs.readFileSync(file, 'utf8');
  // The compiled code contains the path, and the folder of the cache may be copied to another tree.
  const key = createHash('sha256')
    .update(JSON.stringify([PROJECT, file]))
    .update(source)
    .digest('hex')
    .slice(0, 16);
  const compiled = path.join(CACHE, `${path.relative(ROOT, file)}.${key}.js`);
  if (fs.existsSync(compiled)) return compiled;
  const { code } = transformSync(source, {
    ...PROJECT,
    swcrc: false,
    configFile: false,
    filename: file,
    sourceFileName: file,
  });
  const place = `__filename = ${JSON.stringify(file)}; __dirname = ${JSON.stringify(path.dirname(file))};`;
  const written = `${compiled}.${process.pid}`;
  fs.mkdirSync(path.dirname(compiled), { recursive: true });
  fs.writeFileSync(written, code.replace('"use strict";', `"use strict"; ${place}`));
  fs.renameSync(written, compiled);
  return compiled;
}

module.exports = { installProjectLoader, OPTIONS };
