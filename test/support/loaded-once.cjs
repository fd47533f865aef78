/**
 * Transforms a file of a library or of the product so that it is required in the worker process, outside of Jest's registry of
 * modules. It is then evaluated once per worker instead of once per test file. The set-up of a run, which has no test environment,
 * evaluates the file itself: Jest hooks `require` there, and requiring the file again would be a cycle.
 */
const { createTransformer } = require('@swc/jest');
const { OPTIONS } = require('./project-loader.cjs');

const javaScript = createTransformer({ jsc: { target: 'es2022' }, module: { type: 'commonjs' } });
const typeScript = createTransformer(OPTIONS);
const compilerOf = (file) => (file.endsWith('.ts') ? typeScript : javaScript);

module.exports = {
  process(source, file, options) {
    const { code } = compilerOf(file).process(source, file, options);
    // The code is a text, so that it is parsed only where it is evaluated.
    return {
      code: `if (typeof requireOnce === 'function') module.exports = requireOnce(${JSON.stringify(file)});
else module._compile(${JSON.stringify(code)}, __filename);`,
    };
  },
  // The code contains the path of the file, and the folder of the cache may be copied to another tree.
  getCacheKey: (source, file, options) => `loaded-once-${compilerOf(file).getCacheKey(source, file, options)}-${file}`,
};
