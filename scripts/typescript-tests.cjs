/**
 * Lets this process load the TypeScript of `test/` without a build, on top of the built product: `@test/…` is the source,
 * `@src/…` and `@libs/…` are the output of the build, so that the tests run the released code.
 */
const Module = require('node:module');
const path = require('node:path');
const { transformFileSync } = require('@swc/core');
const { TYPESCRIPT } = require('./typescript.cjs');

require('reflect-metadata');

const ROOT = path.resolve(__dirname, '..');
const COMPILED = { ...TYPESCRIPT, swcrc: false, configFile: false, sourceMaps: 'inline' };

Module._extensions['.ts'] = (module, filename) => module._compile(transformFileSync(filename, COMPILED).code, filename);

const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  const [, top, below] = /^@(src|libs|test)\/(.+)$/.exec(request) ?? [];
  const resolved = top === undefined ? request : path.join(ROOT, top === 'test' ? '' : 'dist', top, below);
  return resolveFilename.call(this, resolved, ...rest);
};
