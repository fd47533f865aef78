const { dependencies, devDependencies, optionalDependencies } = require('./package.json');
const { OPTIONS } = require('./test/support/project-loader.cjs');
const { AGAIN, LANES, WITHOUT_DATABASE } = require('./test/lanes.cjs');

/**
 * `npm test` runs the projects `unit`, which needs no server, and `service`, which has a PostgreSQL that global-setup starts once.
 * The other projects are the lanes (test/lanes.cjs), and `console`: the journeys that `npm run test:console` runs.
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

const CACHE = '<rootDir>/.cache/jest';

const common = {
  cacheDirectory: CACHE,
  // One identifier, so that all projects share the cache of transformed files.
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
    '^@libs/sdk$': '<rootDir>/libs/sdk/src/index.ts',
    '^@libs/sdk/node$': '<rootDir>/libs/sdk/src/node.ts',
    '^@libs/(.*)$': '<rootDir>/libs/$1',
    '^@test/(.*)$': '<rootDir>/test/$1',
  },
  modulePathIgnorePatterns: [
    '<rootDir>/dist/',
    '<rootDir>/libs/n8n-node/dist/',
    '<rootDir>/libs/sdk/dist/',
    '<rootDir>/.cache/',
    '<rootDir>/bench/peers/',
  ],
  setupFiles: ['reflect-metadata'],
  setupFilesAfterEnv: ['<rootDir>/test/support/patience.cjs'],
};

const onPostgres = {
  ...common,
  setupFilesAfterEnv: [...common.setupFilesAfterEnv, '<rootDir>/test/support/watch-tenancy.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

const onRedis = {
  ...onPostgres,
  globalSetup: '<rootDir>/test/support/global-setup-redis.ts',
  setupFiles: [...onPostgres.setupFiles, '<rootDir>/test/support/queue-in-redis.cjs'],
};

const inAllOrders = {
  ...onPostgres,
  setupFiles: [...onPostgres.setupFiles, '<rootDir>/test/support/all-orders.cjs'],
};

const below = (globs) => globs.map((glob) => `<rootDir>/${glob}`);
const IN_LANES = Object.values(LANES)
  .flat()
  .map((glob) => `!**/${glob}`);
const JOURNEYS = 'test/console/!(*.quick).spec.ts';

module.exports = {
  cacheDirectory: CACHE,
  testSequencer: '<rootDir>/test/support/longest-first.cjs',
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: [
        ...below(['{src,libs,bench,console}/**/*.spec.ts', 'test/{architecture,drill,monitoring,soak}/**/*.spec.ts']),
        ...IN_LANES,
      ],
    },
    {
      ...onPostgres,
      displayName: 'service',
      testMatch: [
        ...below([
          '{src,libs,test/support}/**/*.db-spec.ts',
          'test/{contract,flows,matrix,processes}/**/*.spec.ts',
          'test/console/*.quick.spec.ts',
          'test/faults/*.quick.fault-spec.ts',
        ]),
        ...IN_LANES,
      ],
    },
    ...Object.entries(LANES).map(([displayName, globs]) => ({
      ...(WITHOUT_DATABASE.includes(displayName) ? common : onPostgres),
      displayName,
      testMatch: below(globs),
    })),
    { ...onRedis, displayName: 'redis', testMatch: below(AGAIN.redis) },
    { ...inAllOrders, displayName: 'orders', testMatch: below(AGAIN.orders) },
    { ...onPostgres, displayName: 'console', testMatch: below([JOURNEYS]) },
  ],
};
