/**
 * Loaded into a process of the service before its code (`NODE_OPTIONS=--require`). Shifts the clock by `FAULT_CLOCK_MS`, blocks
 * the event loop for `FAULT_BLOCK_MS` at every SIGUSR2, sends DNS queries to `FAULT_DNS` (`ip:port`), and adds one migration to
 * those of this version with `FAULT_NEXT_VERSION`.
 */
const dnsServer = process.env.FAULT_DNS;
if (dnsServer) {
  const { promises } = require('node:dns');
  promises.Resolver = class extends promises.Resolver {
    constructor(options) {
      super(options);
      this.setServers([dnsServer]);
    }
  };
}

const shift = Number(process.env.FAULT_CLOCK_MS ?? 0);
if (shift !== 0) {
  const Real = Date;
  globalThis.Date = new Proxy(Real, {
    construct: (target, values) => (values.length === 0 ? new target(Real.now() + shift) : new target(...values)),
    apply: (target) => new target(Real.now() + shift).toString(),
    get: (target, name) => (name === 'now' ? () => Real.now() + shift : Reflect.get(target, name)),
  });
}

process.on('SIGUSR2', () => {
  const until = performance.now() + Number(process.env.FAULT_BLOCK_MS ?? 0);
  while (performance.now() < until);
});

if (process.env.FAULT_NEXT_VERSION) {
  const { MIGRATIONS } = require('../../../dist/libs/database/migrations');
  MIGRATIONS.push(
    class NextVersion1899999999999 {
      name = 'NextVersion1899999999999';
      /** One table at a time: no table is locked while the migration waits for another. */
      transaction = false;
      async up(runner) {
        const tables = await runner.query(
          `select oid::regclass::text as name from pg_class
           where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
        );
        for (const { name } of tables)
          await runner.query(`alter table ${name} add column if not exists next_version text default 'new'`);
      }
      async down() {}
    },
  );
}
