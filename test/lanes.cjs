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
    'test/flows/{collection-faults,every-platform,start,switches,sync-soak}.spec.ts',
    'test/faults/*.quick.fault-spec.ts',
    'libs/database/{backup,embedded}/*.db-spec.ts',
    'libs/queue/queue-outage.db-spec.ts',
    'src/cli/**/*.db-spec.ts',
  ],
  /** Pages and journeys in a real Chromium, except the journey of the first person. */
  browser: [
    'libs/sources/{browser-tools,open-page}.spec.ts',
    'libs/sources/browser/find-browser.spec.ts',
    'libs/sources/platforms/*/browser.spec.ts',
    'libs/sources/platforms/{booking,trustpilot,yandex-maps}/conformance.spec.ts',
    'test/console/{docs,embed,links,reviews,sign-in}.quick.spec.ts',
  ],
  /** The Helm chart, rendered with every value, against the types of Kubernetes. Needs Go. */
  chart: ['test/chart/*.spec.ts'],
};

/** Lanes whose tests need no PostgreSQL. */
const WITHOUT_DATABASE = ['chart'];

/** Lanes that run files of `npm test` or of another lane again, in another way. */
const AGAIN = {
  /** Flows with the queue in Redis instead of PostgreSQL. */
  redis: ['test/flows/{collection-faults,main-job,receive-webhook,start,switches}.spec.ts'],
  /** Races of transactions in all orders of their statements instead of the first 60. */
  orders: [
    'src/{replies/overtaken-reply,reviews/review-races,webhooks/resealed-secrets,connections/resealed-connections}.db-spec.ts',
    'src/collection/jobs/housekeeping.db-spec.ts',
    'src/console/identity/seeds.db-spec.ts',
  ],
};

const LANE_NAMES = [...Object.keys(LANES), ...Object.keys(AGAIN)];

module.exports = { LANES, AGAIN, LANE_NAMES, WITHOUT_DATABASE };
