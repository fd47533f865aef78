/**
 * A cycle in which nothing changes (R23): all links were collected before and are due again. The CPU time of worker and PostgreSQL for
 * a link, compared with the least work of such a cycle (`anchors/plain-cycle.ts`).
 */
import { once } from 'node:events';
import path from 'node:path';
import type { BenchRun } from '../bench-run';
import { CleanUp } from '../clean-up';
import type { CycleOrder, CycleResult } from '../anchors/plain-cycle';
import { ProcessClient } from '../load/process-client';
import { LoopbackCollection } from '../loopback/collection';
import { ratioOf, runRounds } from '../measure/rounds';
import { median } from '../measure/statistics';
import { cpuSeconds, familyCpuSeconds } from '../measure/usage';
import { spawnNode } from '../spawn-node';

const FORM = { pages: 1, size: 20 };
const SLOTS = 8;
const ACCOUNTS = 50;
const NAMES = ['ours', 'anchor'] as const;
type Name = (typeof NAMES)[number];
type PlainCycle = ProcessClient<CycleOrder, CycleResult>;

/** CPU milliseconds a link, and bytes of WAL. */
interface Cpu {
  readonly program: number;
  readonly database: number;
  readonly walBytes: number;
}

export async function measureQuietCycle(run: BenchRun): Promise<void> {
  const owner = new CleanUp();
  run.cleanUp.add(() => owner.run());
  const collection = await LoopbackCollection.open(run, {
    database: { name: 'loopback_quiet' },
    workers: 1,
    settings: { HREV_COLLECT_CONCURRENCY: String(SLOTS) },
  });
  try {
    await measureIn(run, collection, await startPlainCycle(collection.url, owner));
  } finally {
    await owner.run();
    await collection.close();
  }
}

async function startPlainCycle(url: string, owner: CleanUp): Promise<PlainCycle> {
  const child = spawnNode(path.join(__dirname, '../anchors/plain-cycle.js'), {
    core: 'any',
    channel: true,
    args: [url, String(SLOTS)],
  });
  await once(child, 'message');
  return ProcessClient.of(child, owner);
}

async function measureIn(run: BenchRun, collection: LoopbackCollection, anchor: PlainCycle): Promise<void> {
  const { platform } = collection;
  const keys = Array.from({ length: run.options.profile.quietLinks }, (_, n) => `quiet-${n}`);
  const addresses = keys.map((key) => platform.listAddress(key, FORM));
  const plain = keys.map((key) => platform.directAddress(key, FORM));
  await collection.addLinks(await collection.addAccounts(ACCOUNTS), addresses);
  await run.block(`first collection of ${keys.length} links`, () => collection.collect(addresses));
  await collection.client.query('vacuum (analyze)');
  const [worker = 0] = collection.processIds;
  const stored: number[] = [];
  const sides: Readonly<Record<Name, { readonly pid: number; readonly cycle: () => Promise<unknown> }>> = {
    ours: { pid: worker, cycle: async () => stored.push((await collection.collect(addresses)).runBytes / keys.length) },
    anchor: { pid: anchor.processId, cycle: () => anchor.run({ addresses: plain }) },
  };
  const cpuOf = async (name: Name): Promise<Cpu> => {
    const { pid, cycle } = sides[name];
    const [program, database] = [cpuSeconds(pid), familyCpuSeconds(run.postgres.processId)];
    const log = await run.postgres.walPosition();
    await cycle();
    const logged = (await run.postgres.walPosition()) - log;
    const { requests } = await platform.counts();
    const made = Object.values(requests).reduce((sum, count) => sum + count, 0);
    if (made !== keys.length) throw new Error(`${made} requests for ${keys.length} links`);
    const perLink = (seconds: number): number => (seconds * 1_000) / keys.length;
    return {
      program: perLink(cpuSeconds(pid) - program),
      database: perLink(familyCpuSeconds(run.postgres.processId) - database),
      walBytes: logged / keys.length,
    };
  };
  await platform.counts();
  for (const name of NAMES) await cpuOf(name);
  const parts: Record<Name, Cpu[]> = { ours: [], anchor: [] };
  const figures = await runRounds(NAMES, run.options.profile.rounds, async (name) => {
    await run.postgres.checkpoint();
    const cpu = await cpuOf(name);
    parts[name].push(cpu);
    return cpu.program + cpu.database;
  });
  const hundredths = (value: number): number => Math.round(value * 100) / 100;
  for (const name of NAMES) {
    const rounds = figures[name].map(hundredths);
    const [programMs, databaseMs] = [
      hundredths(median(parts[name].map((cpu) => cpu.program))),
      hundredths(median(parts[name].map((cpu) => cpu.database))),
    ];
    run.cells.push({
      id: 'quiet-cycle',
      variant: name,
      value: median(rounds),
      unit: 'ms of CPU/link',
      rounds,
      programMs,
      databaseMs,
      walBytesPerLink: Math.round(median(parts[name].map((cpu) => cpu.walBytes))),
      ...(name === 'ours' ? { runBytesPerLink: Math.round(median(stored)) } : {}),
    });
    run.log(`${name}: ${rounds.join(', ')} ms of CPU a link; program ${programMs}, PostgreSQL ${databaseMs}`);
  }
  run.evaluate('R23', ratioOf(figures.anchor, figures.ours));
}
