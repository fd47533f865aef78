const { dependencies, devDependencies, optionalDependencies } = require('./package.json');
const { OPTIONS } = require('./test/support/project-loader.cjs');

/**
 * Three projects: `unit` needs no server; `service` and `console` run on a PostgreSQL that global-setup starts once. `npm test`
 * runs `unit` and `service`. `console` has the journeys of the web console that `npm run test:console` runs.
 */

/** Libraries that the code and the tests import, without Jest itself. */
const LIBRARIES = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  .filter((name) => !/jest|swc/.test(name))
  .join('|');

/** This folder, as a regular expression. */
const ROOT = __dirname.replaceAll(/[^\w/]/g, '\\$&');

/**
 * Files that a worker loads once: those of the product and the tools of the tests, but no tests. Jest does not replace `<rootDir>`
 * in the keys of `transform`.
 */
const PRODUCT = `^${ROOT}/(?:(?:src|libs)/(?!.*spec[.]ts$).*|test/support/(?!watch-tenancy|fake-timers|global-|.*spec).*)[.]ts$`;

/** Kept between runs with the other caches of a checkout. `npm ci` removes it. */
const CACHE = '<rootDir>/node_modules/.cache/jest';

const common = {
  cacheDirectory: CACHE,
  // One identifier, so that both projects share the cache of transformed files.
  id: 'hrev',
  testEnvironment: '<rootDir>/test/support/single-context.cjs',
  testRunner: '<rootDir>/test/support/circus-once.cjs',
  transform: {
    [`/node_modules/(?:${LIBRARIES})/`]: '<rootDir>/test/support/loaded-once.cjs',
    [PRODUCT]: '<rootDir>/test/support/loaded-once.cjs',
    '^.+\\.(ts|js|mjs)$': ['@swc/jest', OPTIONS],
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:${LIBRARIES})/)`],
  moduleNameMapper: {
    '^@src/(.*)$': '<rootDir>/src/$1',
    '^@libs/(.*)$': '<rootDir>/libs/$1',
    '^@test/(.*)$': '<rootDir>/test/$1',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/bench/peers/'],
  setupFiles: ['reflect-metadata'],
  setupFilesAfterEnv: ['<rootDir>/test/support/patience.cjs'],
};

const onPostgres = {
  ...common,
  setupFilesAfterEnv: [...common.setupFilesAfterEnv, '<rootDir>/test/support/watch-tenancy.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

module.exports = {
  cacheDirectory: CACHE,
  testSequencer: '<rootDir>/test/support/longest-first.cjs',
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: ['<rootDir>/{src,libs,bench,console}/**/*.spec.ts', '<rootDir>/test/{architecture,soak}/**/*.spec.ts'],
    },
    {
      ...onPostgres,
      displayName: 'service',
      testMatch: [
        '<rootDir>/{src,libs,test/support}/**/*.db-spec.ts',
        '<rootDir>/test/{contract,flows,matrix,processes}/**/*.spec.ts',
        '<rootDir>/test/console/*.quick.spec.ts',
        '<rootDir>/test/faults/*.quick.fault-spec.ts',
      ],
    },
    {
      ...onPostgres,
      displayName: 'console',
      testMatch: ['<rootDir>/test/console/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '[.]quick[.]spec[.]ts$'],
    },
  ],
};
