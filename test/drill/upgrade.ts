/** The upgrade of all processes from the version before this one, under load, as docs/production.md describes it. */
import { patient } from '@test/faults/support/patience';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkInvariants } from '@test/faults/support/invariants';
import { mixedRequest, predecessor } from '@test/faults/support/upgrades';
import { eventually } from '@test/support/eventually';
import { buildEarlier } from '../../bench/earlier-version';
import type { CleanUp } from '../../bench/clean-up';
import { ROOT } from '../monitoring/promtool';
import type { Installation } from './installation';

const PER_SECOND = 200;
const READY_LIMIT_MS = patient(60_000);
/** Load before the first process is replaced, between two of them, and after the last. */
const CALM_MS = 3_000;

export interface UpgradeFigures {
  readonly from: string;
  readonly perSecond: number;
  readonly requests: number;
  readonly seconds: number;
  readonly failures: readonly string[];
}

/** Builds the version before this one, and returns its folder. Throws if this is no checkout. */
export async function earlierVersion(cleanUp: CleanUp): Promise<string> {
  const earlier = await buildEarlier(predecessor(ROOT), ROOT, cleanUp);
  if ('absent' in earlier) throw new Error(earlier.absent);
  return path.dirname(earlier.dist);
}

/** Migrates, and replaces each process of the installation by one of this version: first starts the new one, then stops the old one. */
export async function upgrade(site: Installation, say: (line: string) => void): Promise<UpgradeFigures> {
  const { harness, load } = site;
  const links = await site.readLinks('trustpilot', 3, 40);
  const objects = links.map(({ objectId }) => objectId);
  let serial = 0;
  const began = performance.now();
  await load.begin(PER_SECOND, () => mixedRequest(harness, (serial += 1), objects));
  await pause(CALM_MS);
  harness.version = ROOT;
  await site.hrev('migrate');
  for (const seat of site.seats) {
    const old = seat.service;
    seat.service = null;
    await site.start(seat);
    if (seat.role === 'api')
      await eventually('readiness', READY_LIMIT_MS, () => Promise.resolve(load.readyCount === site.apis.length + 1));
    if (old !== null) await harness.stop(old);
    await pause(CALM_MS);
  }
  await load.end();
  // Acknowledged writes are compared with the database.
  await checkInvariants(harness).catch((error: unknown) => load.failures.push((error as Error).message));
  const seconds = Math.round((performance.now() - began) / 1_000);
  say(`upgrade: ${load.failures.length} of ${load.count} requests failed in ${seconds} s`);
  return {
    from: predecessor(ROOT),
    perSecond: PER_SECOND,
    requests: load.count,
    seconds,
    failures: [...load.failures],
  };
}
