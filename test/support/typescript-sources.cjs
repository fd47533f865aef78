/** Lets a process or thread load the sources: compiles TypeScript on load and resolves the alias of `libs/`. */
const Module = require('node:module');
const path = require('node:path');
const { transformFileSync } = require('@swc/core');

const ROOT = path.resolve(__dirname, '../..');
const OPTIONS = {
  swcrc: false,
  configFile: false,
  module: { type: 'commonjs' },
  jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
};

Module._extensions['.ts'] = (module, filename) => module._compile(transformFileSync(filename, OPTIONS).code, filename);

const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  const alias = /^@(libs\/.+)$/.exec(request);
  return resolveFilename.call(this, alias === null ? request : path.join(ROOT, alias[1]), ...rest);
};
