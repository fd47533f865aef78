/**
 * `npm run drill`: raises every alert of docker/chart/monitoring by a real fault and waits until it clears, upgrades all processes under
 * load, restores a backup, and writes docs/operations/drill.md. Exit codes: 0 if all succeeded, 1 otherwise, 2 for wrong options, 3
 * without a program that it needs.
 */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CleanUp } from '../../bench/clean-up';
import { hasPrometheus, type Prometheus } from '@test/support/prometheus';
import { hasRedis } from '@test/support/redis-control';
import { canMount } from '@test/faults/support/postgres-control';
import { ROOT } from '../monitoring/promtool';
import type { AlertWatch } from './alert-watch';
import type { DrilledFault } from './drilled-fault';
import { EmbeddedInstallation } from './embedded-installation';
import { INSTALLATION_FAULTS, STORAGE_FAULTS } from './faults';
import { Installation, writeScaledRules } from './installation';
import { readOptions, USAGE, type DrillOptions, type Part } from './options';
import { play } from './play';
import { readPanels } from './panels';
import { DrillRecord } from './record';
import { isGood, reportOf } from './report';
import { drillRestore } from './restore';
import { earlierVersion, upgrade } from './upgrade';

const REPORT = path.join(ROOT, 'docs/operations/drill.md');
const beganAt = Date.now();
const secondsSoFar = (): number => Math.round((Date.now() - beganAt) / 1_000);
const say = (line: string): void => void process.stderr.write(`[${String(secondsSoFar()).padStart(4)} s] ${line}\n`);

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  const missing = [
    !hasPrometheus && 'prometheus',
    !hasRedis && 'redis-server',
    !canMount() && 'the right to mount a tmpfs',
  ];
  const lacks = missing.filter((one) => one !== false);
  if (lacks.length > 0) {
    say(`this machine lacks ${lacks.join(', ')}`);
    return 3;
  }
  const cleanUp = new CleanUp();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => void cleanUp.run().then(() => process.exit(130)));
  process.on('unhandledRejection', (error) => say(`unhandled: ${String(error)}`));
  const record = DrillRecord.read();
  if (options.only === null) record.clear();
  try {
    await drill(options, record, cleanUp);
  } finally {
    await cleanUp.run();
    record.addSeconds(secondsSoFar());
    writeFileSync(REPORT, reportOf(record));
  }
  return isGood(record) ? 0 : 1;
}

async function drill({ minutes, only }: DrillOptions, record: DrillRecord, cleanUp: CleanUp): Promise<void> {
  const rules = writeScaledRules();
  cleanUp.add(() => rmSync(rules, { recursive: true, force: true }));
  const isWanted = ({ alerts }: Pick<DrilledFault<never>, 'alerts'>): boolean =>
    only === null || alerts.some((alert) => only.includes(alert));
  const isPart = (part: Part): boolean => only === null || only.includes(part);
  const deadline = beganAt + minutes * 60_000;
  const faults = INSTALLATION_FAULTS.filter(isWanted);
  const ofStorage = STORAGE_FAULTS.filter(isWanted);
  const embedded = ofStorage.length === 0 ? null : await EmbeddedInstallation.begin(rules, cleanUp);
  const storage =
    embedded === null ? Promise.resolve() : playInTurn(ofStorage, embedded, embedded.alerts, record, deadline);
  const servers = embedded === null ? [] : [embedded.prometheus];
  if (faults.length > 0 || isPart('upgrade'))
    servers.unshift(await playInstallation(rules, faults, isPart('upgrade'), record, deadline, cleanUp));
  await storage;
  if (isPart('panels')) record.setPanels(await readPanels(servers, secondsSoFar()));
  await cleanUp.run();
  if (isPart('restore')) record.setRestore(await drillRestore(say));
}

/** Returns the Prometheus that has scraped the installation. */
async function playInstallation(
  rules: string,
  faults: readonly DrilledFault<Installation>[],
  withUpgrade: boolean,
  record: DrillRecord,
  deadline: number,
  cleanUp: CleanUp,
): Promise<Prometheus> {
  const site = await Installation.begin(withUpgrade ? await earlierVersion(cleanUp) : ROOT, cleanUp);
  say('two processes of the API and three workers run');
  const { prometheus, alerts } = await site.watch(rules);
  cleanUp.add(async () => {
    await alerts.end();
    await prometheus.stop();
  });
  if (withUpgrade) record.setUpgrade(await upgrade(site, say));
  await site.beginTraffic();
  const [narrow, wide] = [true, false].map((is) => faults.filter(({ isNarrow = false }) => isNarrow === is));
  await Promise.all((narrow ?? []).map((fault) => playInTurn([fault], site, alerts, record, deadline)));
  await playInTurn(wide ?? [], site, alerts, record, deadline);
  return prometheus;
}

/** Plays one fault after the other. None begins after the deadline. */
async function playInTurn<Site>(
  faults: readonly DrilledFault<Site>[],
  site: Site,
  alerts: AlertWatch,
  record: DrillRecord,
  deadline: number,
): Promise<void> {
  for (const fault of faults) {
    if (Date.now() < deadline) record.addAlerts(await play(fault, site, alerts, say));
    else say(`not drilled, the time is over: ${fault.alerts.join(', ')}`);
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isUsage = (error as { name?: string }).name === 'WrongUsage';
    process.stderr.write(`${isUsage ? `${(error as Error).message}\n${USAGE}` : String((error as Error).stack)}\n`);
    process.exit(isUsage ? 2 : 1);
  },
);
