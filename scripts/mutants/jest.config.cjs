/** Tests of all kinds in one run, on the PostgreSQL server of the caller (`HREV_TEST_SERVER`). */
const path = require('node:path');

const ROOT = path.resolve(__dirname, '../..');
const { projects } = require(path.join(ROOT, 'jest.config.cjs'));
const { displayName: _, globalSetup: _setup, globalTeardown: _teardown, ...project } = projects[1];

/** What measures the reach of a test: every test file evaluates the product itself, so that it reaches the code outside functions. */
const measuring = {
  setupFilesAfterEnv: [...project.setupFilesAfterEnv, path.join(__dirname, 'reach-setup.cjs')],
  transform: Object.fromEntries(Object.entries(project.transform).filter(([pattern]) => !pattern.includes('src|libs'))),
};

module.exports = {
  ...project,
  rootDir: ROOT,
  testMatch: projects.flatMap(({ testMatch }) => testMatch),
  testSequencer: path.join(__dirname, 'sequencer.cjs'),
  reporters: [path.join(__dirname, 'result-reporter.cjs')],
  ...(process.env.MUTANTS_REACH ? measuring : {}),
};
