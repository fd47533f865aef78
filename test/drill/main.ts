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
import { readOptions, USAGE, type DrillOptions } from './options';
import { alertsOf, hasPassed, play, type Played } from './play';
import { readPanels, type PanelData } from './panels';
import { reportOf, type DrillResult } from './report';
import { drillRestore } from './restore';
import { earlierVersion, upgrade, type UpgradeFigures } from './upgrade';

const REPORT = path.join(ROOT, 'docs/operations/drill.md');
const beganAt = Date.now();
const say = (line: string): void =>
  void process.stderr.write(`[${String(Math.round((Date.now() - beganAt) / 1_000)).padStart(4)} s] ${line}\n`);

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
  let result: DrillResult;
  try {
    result = await drill(options, cleanUp);
  } finally {
    await cleanUp.run();
  }
  const report = reportOf(result);
  process.stdout.write(report);
  if (options.only === null) writeFileSync(REPORT, report);
  return result.isGood ? 0 : 1;
}

async function drill({ minutes, only }: DrillOptions, cleanUp: CleanUp): Promise<DrillResult> {
  const rules = writeScaledRules();
  cleanUp.add(() => rmSync(rules, { recursive: true, force: true }));
  const isWanted = ({ alerts }: Pick<DrilledFault<never>, 'alerts'>): boolean =>
    only === null || alerts.some((alert) => only.includes(alert));
  const faults = INSTALLATION_FAULTS.filter(isWanted);
  const ofStorage = STORAGE_FAULTS.filter(isWanted);
  const deadline = beganAt + minutes * 60_000;
  const embedded = ofStorage.length === 0 ? null : await EmbeddedInstallation.begin(rules, cleanUp);
  const storage = embedded === null ? Promise.resolve([]) : playInTurn(ofStorage, embedded, embedded.alerts, deadline);
  const site = faults.length === 0 ? null : await playInstallation(rules, faults, cleanUp, deadline, only === null);
  const played = [...(site?.played ?? []), ...(await storage)];
  const servers = [site?.prometheus, embedded?.prometheus].filter((one) => one !== undefined);
  const panels = only === null ? await readPanels(servers, Math.round((Date.now() - beganAt) / 1_000)) : [];
  await cleanUp.run();
  const restore = only === null ? await drillRestore(say) : null;
  return {
    seconds: Math.round((Date.now() - beganAt) / 1_000),
    played,
    panels,
    upgrade: site?.upgrade ?? null,
    restore,
    isGood:
      played.every(hasPassed) &&
      (only !== null || (restore?.hasPassed === true && site?.upgrade?.failures.length === 0 && isFilled(panels))),
  };
}

const isFilled = (panels: readonly PanelData[]): boolean => panels.every(({ empty }) => empty.length === 0);

async function playInstallation(
  rules: string,
  faults: readonly DrilledFault<Installation>[],
  cleanUp: CleanUp,
  deadline: number,
  isWhole: boolean,
): Promise<{ played: readonly Played[]; prometheus: Prometheus; upgrade: UpgradeFigures | null }> {
  const site = await Installation.begin(isWhole ? await earlierVersion(cleanUp) : ROOT, cleanUp);
  say('two processes of the API and three workers run');
  const { prometheus, alerts } = await site.watch(rules);
  cleanUp.add(async () => {
    await alerts.end();
    await prometheus.stop();
  });
  const upgraded = isWhole ? await upgrade(site, say) : null;
  await site.beginTraffic();
  const narrow = await Promise.all(
    faults.filter(({ isNarrow }) => isNarrow).map((fault) => play(fault, site, alerts, say)),
  );
  const wide = faults.filter(({ isNarrow }) => !isNarrow);
  const played = [...narrow.flat(), ...(await playInTurn(wide, site, alerts, deadline))];
  return { played, prometheus, upgrade: upgraded };
}

async function playInTurn<Site>(
  faults: readonly DrilledFault<Site>[],
  site: Site,
  alerts: AlertWatch,
  deadline: number,
): Promise<readonly Played[]> {
  const played: Played[] = [];
  for (const fault of faults) played.push(...(await inTime(fault, site, alerts, deadline)));
  return played;
}

/** Plays a fault, unless the time of the drill is over. */
async function inTime<Site>(
  fault: DrilledFault<Site>,
  site: Site,
  alerts: AlertWatch,
  deadline: number,
): Promise<readonly Played[]> {
  if (Date.now() < deadline) return play(fault, site, alerts, say);
  const { fault: what, healing } = fault;
  return alertsOf(fault.alerts).map((alert) => ({
    ...alert,
    fault: what,
    healing,
    fires: null,
    clears: null,
    problem: 'not drilled: the time was over',
  }));
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isUsage = (error as { name?: string }).name === 'WrongUsage';
    process.stderr.write(`${isUsage ? `${(error as Error).message}\n${USAGE}` : String((error as Error).stack)}\n`);
    process.exit(isUsage ? 2 : 1);
  },
);
