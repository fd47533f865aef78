/** All cells that are measured over HTTP, with one product server; the control comes first. */
import type { BenchRun, BenchSetup } from '../bench-run';
import { CleanUp } from '../clean-up';
import type { RatioId } from '../options';
import { startVariant, type StartVariant } from '../variant-server';
import { measureBusyFeed } from './busy-feed';
import { measureConsole } from './console';
import { measureExport } from './export';
import { measureFolder } from './folder';
import { measurePages } from './pages';
import { measurePeerPages } from './peer-pages';
import { measureSearch } from './search';
import { measureSignIn } from './sign-in';
import { measureSummary } from './summary';
import { soakSync } from './sync-soak';
import { measureTrial } from './trial';

export const OVER_HTTP: readonly RatioId[] = [
  'R1',
  'R2',
  'R3',
  'R4',
  'R5',
  'R6',
  'R7',
  'R8',
  'R9',
  'R10',
  'R15',
  'R16',
  'L4',
  'trial',
  'C1',
  'C2',
  'C3',
  'C4',
  'C6',
];

/** Starts the servers, measures them and stops them. */
export async function measureOverHttp(run: BenchRun, setup: BenchSetup): Promise<void> {
  const servers = new CleanUp();
  run.cleanUp.add(() => servers.run());
  const start: StartVariant = (name) => startVariant(name, setup.url, servers);
  try {
    const ours = await start('ours');
    await measurePages(run, setup, start, ours);
    if (run.wants('R4')) await measurePeerPages(run, setup, ours);
    if (run.wants('R7', 'R8')) await measureSummary(run, setup, ours);
    if (run.wants('R9')) await run.attempt('page of a folder', () => measureFolder(run, setup, ours));
    if (run.wants('R10')) await run.attempt('searches', () => measureSearch(run, setup));
    if (run.wants('R15')) await run.attempt('export', () => measureExport(run, setup, ours));
    if (run.wants('trial')) await run.attempt("a trial's view", () => measureTrial(run, setup, ours));
    if (run.wants('C1', 'C2', 'C3', 'C4'))
      await run.attempt('the console in a browser', () => measureConsole(run, setup, ours));
    if (run.wants('C6')) await run.attempt('wrong sign-ins', () => measureSignIn(run, setup, ours));
    if (run.wants('R16')) await run.attempt('sync under writers', () => soakSync(run, setup, ours));
    if (run.wants('L4')) await run.attempt('feed while reviews are ingested', () => measureBusyFeed(run, setup, ours));
  } finally {
    await servers.run();
  }
}
