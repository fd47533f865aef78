/** The browsers of this process. */
import { counter, Instances, readGauge } from '@libs/metrics';

/** What a pool of browsers states about itself. */
export interface BrowsersState {
  readonly running: number;
  readonly openVisits: number;
  /** Resident memory of all processes of its browsers; 0 where the system does not tell. */
  readonly residentBytes: number;
}

export const BROWSER_POOLS = new Instances<BrowsersState>();

const stateGauge = (name: string, help: string, figure: (pool: BrowsersState) => number): void =>
  readGauge({ name, help }, () => [{ labels: {}, value: BROWSER_POOLS.sum(figure) }]);
stateGauge('hrev_browsers', 'Browsers that this process runs.', ({ running }) => running);
stateGauge('hrev_browser_visits_open', 'Visits that have a browser.', ({ openVisits }) => openVisits);
stateGauge(
  'hrev_browser_resident_memory_bytes',
  'Resident memory of the processes of the browsers; memory that they share counts for each. Linux only.',
  ({ residentBytes }) => residentBytes,
);

/** Starts of a browser. */
export const STARTS = counter(
  { name: 'hrev_browser_starts_total', help: 'Starts of a browser, by outcome.', labels: ['outcome'] },
  [{ outcome: 'started' }, { outcome: 'failed' }],
);
/** Renderers beyond the limit of memory. */
export const KILLED_PAGES = counter({
  name: 'hrev_browser_pages_killed_total',
  help: 'Pages whose process was killed, because it used too much memory.',
});
/** Pages that a visit opened. */
export const PAGES = counter({
  name: 'hrev_browser_pages_total',
  help: 'Pages and fetches in a browser, by source and outcome: ok, or the code of the failure.',
  labels: ['source', 'outcome'],
});
