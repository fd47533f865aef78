/** The fault suite: one file after the other, each with its own servers and processes (`npm run test:faults`). */
const { projects } = require('../../jest.config.cjs');

const {
  testEnvironment,
  testRunner,
  transform,
  transformIgnorePatterns,
  moduleNameMapper,
  modulePathIgnorePatterns,
  setupFiles,
  setupFilesAfterEnv,
} = projects[1];

module.exports = {
  testEnvironment,
  testRunner,
  transform,
  transformIgnorePatterns,
  moduleNameMapper,
  modulePathIgnorePatterns,
  setupFiles,
  setupFilesAfterEnv,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/faults/**/*.fault-spec.ts'],
  maxWorkers: 1,
  reporters: ['<rootDir>/test/faults/support/progress-reporter.cjs', 'summary'],
  forceExit: true,
};
