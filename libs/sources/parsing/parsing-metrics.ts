/** The parsing threads of this process. */
import { counter, histogram, Instances, readGauge } from '@libs/metrics';
import { Changed, SourceError } from '../source-errors';

/** What a pool of threads states about itself. */
export interface PoolState {
  readonly maxThreads: number;
  readonly busy: number;
  readonly idle: number;
  readonly queued: number;
  /** The heaps of its threads after their last documents. */
  readonly heapBytes: number;
}

export const PARSING_POOLS = new Instances<PoolState>();

readGauge(
  { name: 'hrev_parsing_threads', help: 'Parsing threads of this process by state.', labels: ['state'] },
  () => [
    { labels: { state: 'busy' }, value: PARSING_POOLS.sum(({ busy }) => busy) },
    { labels: { state: 'idle' }, value: PARSING_POOLS.sum(({ idle }) => idle) },
  ],
);
const stateGauge = (name: string, help: string, figure: (pool: PoolState) => number): void =>
  readGauge({ name, help }, () => [{ labels: {}, value: PARSING_POOLS.sum(figure) }]);
stateGauge(
  'hrev_parsing_threads_limit',
  'Parsing threads that this process may start.',
  ({ maxThreads }) => maxThreads,
);
stateGauge('hrev_parsing_queue_length', 'Documents that wait for a parsing thread.', ({ queued }) => queued);
stateGauge(
  'hrev_parsing_heap_bytes',
  'Heaps of the parsing threads, each after its last document.',
  ({ heapBytes }) => heapBytes,
);

/** Why a thread was ended before the process. */
export type EndOfThread = 'deadline' | 'memory' | 'grown' | 'stopped' | 'fault';

const ENDED = counter(
  {
    name: 'hrev_parsing_threads_ended_total',
    help: 'Parsing threads that were ended: at the deadline or the memory limit of a document, because their heap has grown, or by a fault.',
    labels: ['reason'],
  },
  [{ reason: 'deadline' }, { reason: 'memory' }, { reason: 'grown' }, { reason: 'fault' }],
);

export function countEnded(reason: EndOfThread): void {
  if (reason !== 'stopped') ENDED.inc({ reason });
}

const DOCUMENTS = counter(
  {
    name: 'hrev_parsing_documents_total',
    help: 'Documents of platforms that were parsed, by outcome.',
    labels: ['outcome'],
  },
  [{ outcome: 'parsed' }, { outcome: 'unreadable' }, { outcome: 'refused' }, { outcome: 'failed' }],
);
const DURATIONS = histogram(
  {
    name: 'hrev_parsing_duration_seconds',
    help: 'Time from the request to parse a document to its result, with the wait.',
  },
  [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
);

/** `unreadable`: the document has another shape, or exceeded a limit. `refused`: it says that the platform refuses, or has no page. */
export function countParsed(error: unknown, milliseconds: number): void {
  DURATIONS.observe({}, milliseconds / 1_000);
  if (error === null) DOCUMENTS.inc({ outcome: 'parsed' });
  else if (error instanceof Changed) DOCUMENTS.inc({ outcome: 'unreadable' });
  else DOCUMENTS.inc({ outcome: error instanceof SourceError ? 'refused' : 'failed' });
}
