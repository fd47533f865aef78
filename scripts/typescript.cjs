/** How swc compiles the TypeScript of this project: for the build, the tests and the tools. One file becomes one CommonJS module. */
const TYPESCRIPT = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
  module: { type: 'commonjs' },
};

module.exports = { TYPESCRIPT };
