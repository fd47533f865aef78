/**
 * Transforms a file of a library so that it is required in the worker process, outside of Jest's registry of modules. A library
 * is then evaluated once per worker instead of once per test file. The set-up of a run, which has no test environment, evaluates
 * the file itself: Jest hooks `require` there, and requiring the file again would be a cycle.
 */
const { createTransformer } = require('@swc/jest');

const toCommonJs = createTransformer({ jsc: { target: 'es2022' }, module: { type: 'commonjs' } });

module.exports = {
  process(source, file, options) {
    const { code } = toCommonJs.process(source, file, options);
    return {
      code: `if (typeof requireOnce === 'function') module.exports = requireOnce(${JSON.stringify(file)});
else (function () {${code}
}).call(this);`,
    };
  },
  getCacheKey: (source, file, options) => `loaded-once-${toCommonJs.getCacheKey(source, file, options)}`,
};
