/** What a process reports about itself: its families, those of Node, and its build. */
import { collectDefaultMetrics } from 'prom-client';
import { gauge, OWN } from './families';

export interface Build {
  readonly version: string;
  /** The commit of the source; `unknown` outside of an image that states it. */
  readonly commit: string;
  readonly role: string;
}

/**
 * Default gauges of prom-client that are left out: their names end like those of counters, and counting handles takes time in proportion
 * to the connections.
 */
const LEFT_OUT = ['handles', 'requests', 'resources'].flatMap((what) => [
  `nodejs_active_${what}`,
  `nodejs_active_${what}_total`,
]);

const BUILD = gauge({
  name: 'hrev_build_info',
  help: 'Always 1; version, commit, version of Node and role of the process are its labels.',
  labels: ['version', 'commit', 'node', 'role'],
});

let isStarted = false;

/**
 * Begins to watch memory, processor, event loop and garbage collection of this process. Not before a process serves its metrics: the watch
 * of the event loop has a timer of its own. A second call only replaces the build.
 */
export function startOwnMetrics({ version, commit, role }: Build): void {
  BUILD.reset();
  BUILD.set({ version, commit, node: process.version, role }, 1);
  if (isStarted) return;
  isStarted = true;
  collectDefaultMetrics({ register: OWN });
  for (const name of LEFT_OUT) OWN.removeSingleMetric(name);
}

/** The names of the families that Node and the operating system report, once `startOwnMetrics` was called. */
export function defaultFamilies(): readonly string[] {
  return OWN.getMetricsAsArray()
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('hrev_'))
    .sort();
}

/** The values of this process in the text format of Prometheus. */
export function ownMetrics(): Promise<string> {
  return OWN.metrics();
}

/** The media type of the text format. */
export const METRICS_TYPE = OWN.contentType;
