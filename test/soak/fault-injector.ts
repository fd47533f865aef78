/**
 * Applies faults to processes, PostgreSQL, Redis and the network, one after the other and sometimes two at once. The seed determines
 * their kind, target and duration.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { RedisControl } from '@test/support/redis-control';
import type { Role, Slot } from './fleet';
import type { Random } from './random';
import type { SoakHarness } from './soak-harness';

const WEIGHTS = {
  'worker kill': 10,
  'worker freeze within its lease': 4,
  'worker freeze beyond its lease': 8,
  'worker restart': 4,
  'api kill': 4,
  'api freeze': 3,
  'api restart': 3,
  'postgres restart': 3,
  'postgres crash': 3,
  'postgres freeze': 3,
  'slow database': 5,
  'slow database and a frozen worker': 6,
  'connections cut': 4,
  'half-open connections': 4,
  'redis emptied': 4,
  'redis freeze': 3,
};
type Kind = keyof typeof WEIGHTS;

export class FaultInjector {
  private readonly random: Random;
  private readonly active = new Set<Promise<void>>();

  constructor(
    private readonly harness: SoakHarness,
    round: number,
  ) {
    this.random = harness.random.stream(`nemesis ${round}`);
  }

  /** Applies faults until the load ends, then undoes all of them. */
  async work(): Promise<void> {
    while (!this.harness.isStopping) {
      this.inject(this.draw());
      if (this.random.chance(0.25)) this.inject(this.draw());
      await pause(this.random.between(3_000, 8_000));
    }
    await Promise.all(this.active);
    await this.heal();
  }

  private draw(): Kind {
    const weights = this.harness.redis ? WEIGHTS : { ...WEIGHTS, 'redis emptied': 0, 'redis freeze': 0 };
    return this.random.weighted(weights);
  }

  private inject(kind: Kind): void {
    const done = this.carryOut(kind)
      .catch((error: unknown) => {
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
        this.harness.journal.violation('soak itself', `fault ${kind}`, text);
      })
      .finally(() => this.active.delete(done));
    this.active.add(done);
  }

  private async carryOut(kind: Kind): Promise<void> {
    const { journal, faults } = this.harness;
    const act = this.actOf(kind);
    if (act === null) return;
    journal.fault(kind);
    const window = faults.begin(kind);
    try {
      await act();
    } finally {
      faults.end(window);
    }
  }

  /** Returns null if no target is available. */
  private actOf(kind: Kind): (() => Promise<void>) | null {
    switch (kind) {
      case 'worker kill':
        return this.actOnSlot('worker', (slot) => this.kill(slot));
      case 'worker freeze within its lease':
        return this.actOnSlot('worker', (slot) => this.freeze(slot, 1_000, 3_500));
      case 'worker freeze beyond its lease':
        return this.actOnSlot('worker', (slot) => this.freeze(slot, 7_000, 14_000));
      case 'worker restart':
        return this.actOnSlot('worker', (slot) => this.restart(slot));
      case 'api kill':
        return this.actOnSlot('api', (slot) => this.kill(slot));
      case 'api freeze':
        return this.actOnSlot('api', (slot) => this.freeze(slot, 1_000, 8_000));
      case 'api restart':
        return this.actOnSlot('api', (slot) => this.restart(slot));
      default:
        return this.actOfInfrastructure(kind);
    }
  }

  private actOfInfrastructure(kind: Kind): (() => Promise<void>) | null {
    switch (kind) {
      case 'postgres restart':
        return this.actOnPostgres((server) => server.stopFast());
      case 'postgres crash':
        return this.actOnPostgres((server) => server.crash());
      case 'postgres freeze':
        return this.freezePostgres();
      case 'slow database':
        return () => this.slowDatabase(() => pause(this.random.between(5_000, 15_000)));
      case 'slow database and a frozen worker':
        return this.actOnSlot('worker', (slot) => this.slowDatabase(() => this.freeze(slot, 6_000, 12_000)));
      case 'connections cut':
        return this.actOnSlot(null, (slot) => Promise.resolve(slot.proxy.cut()));
      case 'half-open connections':
        return this.actOnSlot(null, (slot) => Promise.resolve(slot.proxy.freezeExisting()));
      case 'redis emptied':
        return this.actOnRedis((redis) => this.empty(redis));
      case 'redis freeze':
        return this.actOnRedis((redis) => this.freezeRedis(redis));
      default:
        return null;
    }
  }

  /**
   * Applies a fault to one process, which gets no other fault in the meantime. At least one process of each role stays without a
   * fault.
   */
  private actOnSlot(role: Role | null, act: (slot: Slot) => Promise<void>): (() => Promise<void>) | null {
    const idle = (role === null ? (['api', 'worker'] as const) : [role])
      .map((one) => this.harness.fleet.idle(one))
      .filter((slots) => slots.length > 1)
      .flat();
    const slot = this.random.pick(idle);
    if (!slot) return null;
    slot.hasFault = true;
    return async () => {
      try {
        await act(slot);
      } finally {
        slot.hasFault = false;
      }
    };
  }

  private async kill(slot: Slot): Promise<void> {
    await this.harness.fleet.kill(slot);
    await pause(this.random.between(0, 3_000));
    await this.harness.fleet.start(slot);
  }

  private async restart(slot: Slot): Promise<void> {
    await this.harness.fleet.stop(slot);
    await this.harness.fleet.start(slot);
  }

  private async freeze(slot: Slot, least: number, most: number): Promise<void> {
    this.harness.fleet.freeze(slot);
    await pause(this.random.between(least, most));
    this.harness.fleet.thaw(slot);
  }

  private hasPostgresFault = false;
  private hasRedisFault = false;

  private actOnPostgres(end: (server: SoakHarness['postgres']) => Promise<void>): (() => Promise<void>) | null {
    if (this.hasPostgresFault) return null;
    this.hasPostgresFault = true;
    return async () => {
      try {
        await end(this.harness.postgres);
        await pause(this.random.between(0, 3_000));
        await this.harness.postgres.start();
      } finally {
        this.hasPostgresFault = false;
      }
    };
  }

  private freezePostgres(): (() => Promise<void>) | null {
    if (this.hasPostgresFault) return null;
    this.hasPostgresFault = true;
    return async () => {
      this.harness.postgres.freeze();
      await pause(this.random.between(2_000, 8_000));
      this.harness.postgres.thaw();
      this.hasPostgresFault = false;
    };
  }

  private async slowDatabase(meanwhile: () => Promise<unknown>): Promise<void> {
    const proxies = this.harness.fleet.slotsOf('worker').map((slot) => slot.proxy);
    for (const proxy of proxies) proxy.poison({ latencyMs: 200, jitterMs: 100 });
    await meanwhile();
    for (const proxy of proxies) proxy.heal();
  }

  /** Applies a fault to Redis; null if it already has one. */
  private actOnRedis(act: (redis: RedisControl) => Promise<void>): (() => Promise<void>) | null {
    const { redis } = this.harness;
    if (redis === null || this.hasRedisFault) return null;
    this.hasRedisFault = true;
    return async () => {
      try {
        await act(redis);
      } finally {
        this.hasRedisFault = false;
      }
    };
  }

  private async empty(redis: RedisControl): Promise<void> {
    await redis.kill();
    await pause(this.random.between(0, 3_000));
    await redis.start();
  }

  private async freezeRedis(redis: RedisControl): Promise<void> {
    redis.freeze();
    await pause(this.random.between(2_000, 8_000));
    redis.thaw();
  }

  private async heal(): Promise<void> {
    for (const slot of this.harness.fleet.slots) slot.proxy.heal();
    await this.harness.postgres.startIfEnded();
    await this.harness.fleet.startMissing();
  }
}
