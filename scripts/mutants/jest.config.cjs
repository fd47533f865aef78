/** Tests of both kinds in one run, on the PostgreSQL server of the caller (`HREV_TEST_SERVER`). */
const path = require('node:path');

const ROOT = path.resolve(__dirname, '../..');
const { projects } = require(path.join(ROOT, 'jest.config.cjs'));
const { displayName: _, globalSetup: _setup, globalTeardown: _teardown, ...project } = projects[1];

module.exports = {
  ...project,
  rootDir: ROOT,
  testMatch: projects.flatMap(({ testMatch }) => testMatch),
  testSequencer: path.join(__dirname, 'sequencer.cjs'),
  ...(process.env.MUTANTS_REACH
    ? { setupFilesAfterEnv: [...project.setupFilesAfterEnv, path.join(__dirname, 'reach-setup.cjs')] }
    : {}),
};
