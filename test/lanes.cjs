/**
 * The tests that `npm test` does not run: each lane is breadth or needs a program of its own. `npm test -- --lane matrix` runs one,
 * `npm test -- --lane all` everything, as continuous integration does. The table in CONTRIBUTING.md says what each lane proves
 * beyond `npm test`.
 */
const LANES = {
  /** Every input of every route, every rule of the OpenAPI linters, every pattern and every mutation operator. */
  matrix: [
    'test/matrix/!(isolation|route-table).spec.ts',
    'test/contract/{openapi-lint,postman}.spec.ts',
    'test/architecture/{mutants,new-platform,patterns}.spec.ts',
  ],
  /** The built product in processes of its own: starts, ends, upgrades, the command line, the embedded server. */
  process: [
    'test/processes/*.spec.ts',
    'test/flows/{collection-faults,every-platform,start,sync-soak}.spec.ts',
    'test/faults/*.quick.fault-spec.ts',
    'libs/database/embedded/*.db-spec.ts',
    'libs/queue/queue-outage.db-spec.ts',
    'src/cli/**/*.db-spec.ts',
  ],
  /** Pages and journeys in a real Chromium, except the journey of the first person. */
  browser: [
    'libs/sources/{browser-tools,open-page}.spec.ts',
    'libs/sources/browser/find-browser.spec.ts',
    'libs/sources/platforms/*/browser.spec.ts',
    'libs/sources/platforms/{booking,trustpilot,yandex-maps}/conformance.spec.ts',
    'test/console/{reviews,sign-in}.quick.spec.ts',
  ],
  /** Flows that `npm test` and `process` run with the queue in PostgreSQL, with the queue in Redis. */
  redis: ['test/flows/{collection-faults,main-job,receive-webhook,start}.spec.ts'],
};

module.exports = { LANES };
