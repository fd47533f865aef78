/**
 * Loaded into a process of the service before anything else (`NODE_OPTIONS=--require`): a clock that is wrong by
 * `FAULT_CLOCK_MS`, an event loop that stands still for `FAULT_BLOCK_MS` at every SIGUSR2, and `FAULT_DNS` (`ip:port`) as the
 * DNS server of this machine.
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
    construct: (target, given) => (given.length === 0 ? new target(Real.now() + shift) : new target(...given)),
    apply: (target) => new target(Real.now() + shift).toString(),
    get: (target, name) => (name === 'now' ? () => Real.now() + shift : Reflect.get(target, name)),
  });
}

process.on('SIGUSR2', () => {
  const until = performance.now() + Number(process.env.FAULT_BLOCK_MS ?? 0);
  while (performance.now() < until);
});
