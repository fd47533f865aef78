/**
 * Writes the results of a run to the file `MUTANTS_REPORT`. Jest's own file of results is not written when `--bail` ends the run, which
 * is every run that detects a fault before its last test file.
 */
const fs = require('node:fs');

module.exports = class ResultReporter {
  onRunComplete(_contexts, { testResults }) {
    const results = testResults.map(({ testFilePath, failureMessage, testResults: tests }) => ({
      name: testFilePath,
      status: failureMessage ? 'failed' : 'passed',
      assertionResults: tests.map(({ status, fullName }) => ({ status, fullName })),
    }));
    fs.writeFileSync(process.env.MUTANTS_REPORT, JSON.stringify({ testResults: results }));
  }
};
