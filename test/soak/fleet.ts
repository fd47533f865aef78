/**
 * The processes of the service: two of the API and three workers, each with its own proxy in front of PostgreSQL. Starts, stops,
 * freezes and kills them, and checks their logs and memory.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { patient } from '@test/faults/support/patience';
import { TcpProxy } from '@test/faults/support/tcp-proxy';
import { ServiceProcess, type Environment } from '@test/support/service-process';
import type { Journal } from './journal';
import type { Random } from './random';

export type Role = 'api' | 'worker';

/** Error lines that a fault may cause; every other error line is a violation. */
const PERMITTED_ERRORS = [
  // Outages of the database or the queue.
  /The service is not available/,
  /the shared rate window does not answer/,
  // The collection of a link in a run fails after its workers were killed or frozen six times.
  /the workers that collected this link died several times/,
  /"msg":"(wake-up [^"]* failed: (?!job stalled)|queue)/,
];
const STOP_LIMIT_MS = patient(60_000);
const START_LIMIT_MS = patient(300_000);
const START_RETRY_MS = 1_000;
const WARM_UP_MS = 90_000;

/** A slot of the fleet, with one process at a time. */
export class Slot {
  process: ServiceProcess | null = null;
  startedAt = 0;
  /** Whether a fault is applied to the slot. A slot has at most one fault at a time. */
  hasFault = false;
  isFrozen = false;
  readonly memory: { readonly ageMs: number; readonly bytes: number }[] = [];

  constructor(
    readonly role: Role,
    readonly name: string,
    readonly proxy: TcpProxy,
  ) {}

  get isUp(): boolean {
    return this.process?.isUp === true && !this.isFrozen;
  }
}

export class Fleet {
  readonly slots: Slot[] = [];
  /** Largest resident memory of any process. */
  largestBytes = 0;
  starts = 0;

  private constructor(
    private readonly environmentOf: (slot: Slot) => Environment,
    private readonly journal: Journal,
  ) {}

  static async begin(
    sizes: Readonly<Record<Role, number>>,
    databasePort: () => number,
    random: Random,
    environmentOf: (slot: Slot) => Environment,
    journal: Journal,
  ): Promise<Fleet> {
    const fleet = new Fleet(environmentOf, journal);
    for (const role of ['api', 'worker'] as const)
      for (let number = 1; number <= sizes[role]; number += 1) {
        const name = `${role}-${number}`;
        const jitter = random.stream(name);
        const proxy = await TcpProxy.begin(databasePort, () => jitter.fraction());
        fleet.slots.push(new Slot(role, name, proxy));
      }
    return fleet;
  }

  slotsOf(role: Role): readonly Slot[] {
    return this.slots.filter((slot) => slot.role === role);
  }

  /** Slots to which a fault may be applied: their process runs and has no fault. */
  idle(role?: Role): readonly Slot[] {
    return this.slots.filter((slot) => slot.isUp && !slot.hasFault && (role === undefined || slot.role === role));
  }

  /**
   * Starts a process, and retries if the start fails, as a supervisor does. A start may fail with a message while the database is
   * unavailable.
   */
  async start(slot: Slot): Promise<void> {
    const deadline = performance.now() + START_LIMIT_MS;
    for (;;) {
      try {
        slot.process = await ServiceProcess.start(slot.role, this.environmentOf(slot));
        break;
      } catch (error) {
        if (performance.now() > deadline) throw error;
        this.checkFailedStart(slot, String((error as Error).message));
        await pause(START_RETRY_MS);
      }
    }
    slot.startedAt = Date.now();
    slot.memory.length = 0;
    slot.isFrozen = false;
    this.starts += 1;
  }

  /** Starts a process in every slot without one. */
  async startMissing(): Promise<void> {
    await Promise.all(this.slots.filter((slot) => slot.process === null).map((slot) => this.start(slot)));
  }

  async kill(slot: Slot): Promise<void> {
    this.checkProcess(slot);
    const { process } = slot;
    slot.process = null;
    await process?.kill();
    if (process) this.readLog(slot, process);
  }

  /** Stops a process with a signal. It must exit by itself, with code 0. */
  async stop(slot: Slot): Promise<void> {
    this.checkProcess(slot);
    const { process } = slot;
    if (!process) return;
    const limit = setTimeout(() => void process.kill(), STOP_LIMIT_MS);
    const code = await process.stop();
    clearTimeout(limit);
    slot.process = null;
    this.readLog(slot, process);
    if (code !== 0)
      this.journal.violation(
        'exit',
        `${slot.name} at ${this.journal.seconds} s`,
        `it was stopped and exited with ${code}`,
      );
  }

  freeze(slot: Slot): void {
    slot.isFrozen = true;
    slot.process?.signal('SIGSTOP');
  }

  thaw(slot: Slot): void {
    slot.process?.signal('SIGCONT');
    slot.isFrozen = false;
  }

  /** Checks every process: whether it runs, its log, its memory. */
  checkAll(): void {
    for (const slot of this.slots) this.checkProcess(slot);
  }

  async end(): Promise<void> {
    for (const slot of this.slots) {
      this.thaw(slot);
      slot.proxy.heal();
    }
    await Promise.all(this.slots.map(async (slot) => slot.process?.kill()));
    await Promise.all(this.slots.map((slot) => slot.proxy.end()));
  }

  private checkFailedStart(slot: Slot, message: string): void {
    this.journal.operation('start failed', { slot: slot.name, message: message.slice(0, 500) });
    if (/\n\s+at /.test(message))
      this.journal.violation('start', slot.role, `its start failed with a stack: ${message.slice(0, 900)}`);
  }

  private checkProcess(slot: Slot): void {
    const { process } = slot;
    if (!process) return;
    this.readLog(slot, process);
    if (!process.isUp) {
      this.journal.violation('up', `${slot.name} at ${this.journal.seconds} s`, `it ended with ${process.exitCode}`);
      slot.process = null;
      return;
    }
    const bytes = residentBytes(process.pid);
    if (bytes === 0) return;
    slot.memory.push({ ageMs: Date.now() - slot.startedAt, bytes });
    this.largestBytes = Math.max(this.largestBytes, bytes);
    this.checkMemory(slot);
  }

  /** The memory of a process after its warm-up may grow by at most half. */
  private checkMemory(slot: Slot): void {
    const samplesAfterWarmUp = slot.memory.filter(({ ageMs }) => ageMs >= WARM_UP_MS && ageMs < 2 * WARM_UP_MS);
    const latestSamples = slot.memory.filter(({ ageMs }) => ageMs >= 3 * WARM_UP_MS).slice(-12);
    if (samplesAfterWarmUp.length === 0 || latestSamples.length < 12) return;
    const before = Math.max(...samplesAfterWarmUp.map(({ bytes }) => bytes));
    // The minimum of a minute: the memory after garbage collection.
    const after = Math.min(...latestSamples.map(({ bytes }) => bytes));
    if (after > before * 1.5 + 64 * 1024 * 1024)
      this.journal.violation(
        'memory',
        slot.name,
        `${megabytes(before)} MB after the samplesAfterWarmUp-up, at least ${megabytes(after)} MB in the last minute`,
      );
  }

  private readLog(slot: Slot, process: ServiceProcess): void {
    for (const line of process.lines.splice(0)) {
      if (
        !/"level":"(error|fatal)"|unhandled rejection|uncaught exception|UnhandledPromise|uncaughtException/.test(line)
      )
        continue;
      if (PERMITTED_ERRORS.some((pattern) => pattern.test(line))) continue;
      const withoutTime = line.replace(/"(time|request_id|pid)":("[^"]*"|\d+),/g, '').slice(0, 1_500);
      const summary = /"msg":"([^"]{0,80})/.exec(withoutTime)?.[1] ?? withoutTime.slice(0, 80);
      this.journal.violation('log', `${slot.role}: ${summary}`, withoutTime);
    }
  }
}

export const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

function residentBytes(pid: number): number {
  try {
    const match = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(match?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
