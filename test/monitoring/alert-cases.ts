/** When each alert fires, and when it does not: what Prometheus has read, minute by minute. */

/** A state of the alert: the labels of each firing one, without its name. None: it does not fire. */
export type Firing = Readonly<Record<string, string>>;

export interface AlertCase {
  readonly alert: string;
  readonly what: string;
  /** The samples of each series, in the notation of promtool; one a minute, or one in `everyMinutes`. */
  readonly given: Readonly<Record<string, string>>;
  readonly everyMinutes?: number;
  /** Only alerts of this severity are looked at. Default: all. */
  readonly severity?: 'critical' | 'warning';
  /** The alerts that fire at a time, such as `12m`. */
  readonly at: Readonly<Record<string, readonly Firing[]>>;
}

/** One value after another, each so many times: `[[0, 5], [1, 10]]`. */
export const values = (...runs: readonly (readonly [value: number, times: number])[]): string =>
  runs.map(([value, times]) => `${value}+0x${times - 1}`).join(' ');

/** A counter that grows by `step` at each sample, so many times, and then by the next one. */
export const growing = (...runs: readonly (readonly [step: number, times: number])[]): string => {
  let total = 0;
  return runs
    .map(([step, times]) => {
      const run = `${total + step}+${step}x${times - 1}`;
      total += step * times;
      return run;
    })
    .join(' ');
};

const A = { job: 'hrev', instance: 'a:9464' };
const B = { job: 'hrev', instance: 'b:9464' };
/** A series with these labels, as Prometheus writes it. */
export const seriesOf = (name: string, labels: Readonly<Record<string, string>>): string =>
  `${name}{${Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(',')}}`;
const critical = (labels: Firing = {}): readonly Firing[] => [{ severity: 'critical', ...labels }];
const warning = (labels: Firing = {}): readonly Firing[] => [{ severity: 'warning', ...labels }];
const none: readonly Firing[] = [];

/** A gauge of a process that is bad for 20 minutes. */
const whileBad = (alert: string, what: string, name: string, bad: number, good: number): AlertCase => ({
  alert,
  what,
  given: { [seriesOf(name, A)]: values([good, 10], [bad, 20], [good, 20]) },
  at: { '9m': none, '28m': [{ ...(critical()[0] ?? {}), ...A }], '45m': none },
});

export const SERVICE_CASES: readonly AlertCase[] = [
  {
    alert: 'HrevAbsent',
    what: 'no process is scraped',
    given: { [seriesOf('hrev_build_info', A)]: '1+0x9 stale _x19 1+0x19' },
    at: { '9m': none, '14m': none, '16m': critical(), '40m': none },
  },
  {
    alert: 'HrevProcessDown',
    what: 'a process that was scraped does not answer; targets of other programs do not count',
    given: {
      [seriesOf('up', A)]: values([1, 10], [0, 20], [1, 20]),
      [seriesOf('hrev_build_info', A)]: '1+0x9 stale',
      [seriesOf('up', B)]: values([1, 50]),
      [seriesOf('hrev_build_info', B)]: values([1, 50]),
      [seriesOf('up', { job: 'other', instance: 'c:80' })]: values([0, 50]),
    },
    at: { '9m': none, '14m': none, '16m': critical(A), '31m': none },
  },
  whileBad('HrevProcessNotReady', 'reads fail', 'hrev_ready', 0, 1),
  {
    alert: 'HrevNoLeader',
    what: 'processes are scraped, and none reports the installation',
    given: {
      [seriesOf('hrev_cluster_leader', A)]: values([1, 10], [0, 40]),
      [seriesOf('hrev_cluster_leader', B)]: values([0, 40], [1, 10]),
    },
    at: { '9m': none, '14m': none, '16m': critical(), '41m': none },
  },
  {
    alert: 'HrevFiguresFailing',
    what: 'a reader fails at each reading, and another one failed twice',
    given: {
      [seriesOf('hrev_cluster_reader_failures_total', { ...A, reader: 'lateness' })]: growing(
        [0, 10],
        [1, 20],
        [0, 60],
      ),
      [seriesOf('hrev_cluster_reader_failures_total', { ...A, reader: 'ages' })]: growing([0, 10], [1, 2], [0, 78]),
    },
    at: { '10m': none, '25m': warning({ reader: 'lateness' }), '75m': none },
  },
  {
    alert: 'HrevDatabasePoolExhausted',
    what: 'more than one piece of work waits on average; half a one is no alarm',
    given: {
      [seriesOf('hrev_database_pool_wait_seconds_sum', A)]: growing([0, 10], [90, 30], [0, 20]),
      [seriesOf('hrev_database_pool_wait_seconds_sum', B)]: growing([30, 60]),
    },
    at: { '15m': none, '35m': warning(A), '55m': none },
  },
  {
    alert: 'HrevDatabasePoolExhausted',
    what: 'work is refused a connection',
    given: {
      [seriesOf('hrev_database_pool_refused_total', { ...A, party: 'account' })]: growing([0, 10], [1, 30], [0, 20]),
    },
    at: { '15m': none, '35m': warning(A), '55m': none },
  },
  {
    alert: 'HrevEventLoopDelayed',
    what: 'a process of hrev is delayed; another program on Node does not count',
    given: {
      [seriesOf('nodejs_eventloop_lag_p99_seconds', A)]: values([0.02, 10], [0.5, 20], [0.02, 20]),
      [seriesOf('hrev_build_info', { ...A, version: '1' })]: values([1, 50]),
      [seriesOf('nodejs_eventloop_lag_p99_seconds', { job: 'other', instance: 'c:80' })]: values([0.5, 50]),
    },
    at: { '9m': none, '25m': warning(A), '31m': none },
  },
  {
    alert: 'HrevLeasesLost',
    what: 'many leases of a table are lost; a few of another one are normal',
    given: {
      [seriesOf('hrev_lease_losses_total', { ...A, table: 'run_link' })]: growing([0, 10], [2, 20], [0, 30]),
      [seriesOf('hrev_lease_losses_total', { ...B, table: 'webhook_dispatch' })]: growing([0, 10], [4, 2], [0, 48]),
    },
    at: { '10m': none, '28m': warning({ table: 'run_link' }), '55m': none },
  },
  {
    alert: 'HrevQueueUnreachable',
    what: 'wake-ups are not accepted',
    given: { [seriesOf('hrev_queue_reachable', A)]: values([1, 10], [0, 20], [1, 20]) },
    at: { '9m': none, '19m': none, '25m': warning(A), '31m': none },
  },
  whileBad('HrevSealingKeyMissing', 'the process lacks the key that seals', 'hrev_sealing_key_missing', 1, 0),
  {
    alert: 'HrevSealedDataUnreadable',
    what: 'values of a table have an unknown key; previous keys are no alarm',
    given: {
      [seriesOf('hrev_sealed_values', { ...A, table: 'signing_secret', key: 'unknown' })]: values(
        [0, 10],
        [3, 30],
        [0, 20],
      ),
      [seriesOf('hrev_sealed_values', { ...A, table: 'connection', key: 'previous' })]: values([5, 60]),
    },
    at: { '9m': none, '30m': critical({ table: 'signing_secret' }), '45m': none },
  },
];

const ofSource = (name: string, labels: Readonly<Record<string, string>> = {}): string =>
  seriesOf(name, { ...A, source: 'steam', ...labels });
const passes = (outcome: string): string => ofSource('hrev_collection_passes_total', { outcome });
const STEAM = { source: 'steam' };

export const COLLECTION_CASES: readonly AlertCase[] = [
  {
    alert: 'HrevSourceBlocked',
    what: 'a source rests, with short visits between',
    given: { [ofSource('hrev_source_resting')]: values([0, 10], [1, 40], [0, 1], [1, 40], [0, 60]) },
    at: { '30m': none, '75m': warning(STEAM), '91m': warning(STEAM), '140m': none },
  },
  {
    alert: 'HrevSourceBlocked',
    what: 'most passes of a source that does not rest are refused',
    given: {
      [ofSource('hrev_source_resting')]: values([0, 500]),
      [passes('blocked')]: growing([0, 10], [1, 60], [0, 430]),
      [passes('success')]: growing([0, 80], [1, 420]),
    },
    at: { '5m': none, '60m': warning(STEAM), '300m': none },
  },
  {
    alert: 'HrevSourcePaused',
    what: 'a pause of a day',
    everyMinutes: 60,
    given: { [ofSource('hrev_source_paused')]: values([0, 10], [1, 30], [0, 10]) },
    at: { '30h': none, '35h': warning(STEAM), '41h': none },
  },
  {
    alert: 'HrevSourceUnreadable',
    what: 'more than a fifth of the passes end with parse_error',
    given: {
      [passes('parse_error')]: growing([0, 10], [1, 60], [0, 70]),
      [passes('success')]: growing([2, 140]),
      [ofSource('hrev_collection_passes_total', { source: 'yelp', outcome: 'parse_error' })]: growing(
        [0, 10],
        [1, 3],
        [0, 127],
      ),
    },
    at: { '9m': none, '60m': warning(STEAM), '135m': none },
  },
  {
    alert: 'HrevParserDrift',
    what: 'a field is missing',
    given: { [ofSource('hrev_source_drift_alarm', { field: 'date' })]: values([0, 10], [1, 30], [0, 20]) },
    at: { '9m': none, '30m': warning({ ...STEAM, field: 'date' }), '45m': none },
  },
  {
    alert: 'HrevUnreadParts',
    what: 'more parts are unread than a tenth of the links; a few of many links are no alarm',
    given: {
      [ofSource('hrev_source_unread_24h', { part: 'date' })]: values([0, 10], [25, 120], [0, 30]),
      [ofSource('hrev_source_links')]: values([100, 160]),
      [seriesOf('hrev_source_unread_24h', { ...A, source: 'yelp', part: 'date' })]: values([25, 160]),
      [seriesOf('hrev_source_links', { ...A, source: 'yelp' })]: values([1_000, 160]),
    },
    at: { '60m': none, '90m': warning({ ...STEAM, part: 'date' }), '135m': none },
  },
  {
    alert: 'HrevCollectionFaults',
    what: 'passes end by a fault of hrev; passes that a platform ends do not count',
    given: {
      [passes('internal')]: growing([0, 10], [1, 10], [0, 100]),
      [passes('timeout')]: growing([1, 120]),
    },
    at: { '10m': none, '30m': warning(STEAM), '90m': none },
  },
];

const queue = (name: string, of: string): string => seriesOf(name, { ...A, queue: of });
const attempts = (outcome: string): string =>
  seriesOf('hrev_webhook_attempts_total', { ...A, outcome, step: outcome === 'dead_letter' ? '8+' : '1' });

export const WORK_CASES: readonly AlertCase[] = [
  {
    alert: 'HrevOutboxStuck',
    what: 'an event waits',
    given: { [queue('hrev_queue_oldest_seconds', 'events')]: '0+0x9 0+60x19 0+0x19' },
    at: { '15m': none, '25m': critical(), '31m': none },
  },
  {
    alert: 'HrevRelaySlow',
    what: 'a tenth of the events takes longer than half a minute',
    given: {
      [seriesOf('hrev_outbox_relay_delay_seconds_bucket', { ...A, le: '30' })]: growing([100, 10], [90, 40], [100, 30]),
      [seriesOf('hrev_outbox_relay_delay_seconds_bucket', { ...A, le: '60' })]: growing([100, 80]),
      [seriesOf('hrev_outbox_relay_delay_seconds_bucket', { ...A, le: '+Inf' })]: growing([100, 80]),
    },
    at: { '9m': none, '40m': warning(), '75m': none },
  },
  {
    alert: 'HrevNoWorker',
    what: 'only processes of the API run',
    given: {
      [seriesOf('hrev_processes', { ...A, role: 'api', version: '1' })]: values([2, 60]),
      [seriesOf('hrev_processes', { ...A, role: 'worker', version: '1' })]: '1+0x9 stale _x19 1+0x29',
    },
    at: { '9m': none, '20m': critical(), '40m': none },
  },
  {
    alert: 'HrevNoWorker',
    what: 'one process has both roles',
    given: { [seriesOf('hrev_processes', { ...A, role: 'all', version: '1' })]: values([1, 60]) },
    at: { '30m': none },
  },
  {
    alert: 'HrevWorkStuck',
    what: 'replies wait',
    given: { [queue('hrev_queue_oldest_seconds', 'replies')]: '0+0x9 0+60x39 0+0x19' },
    at: { '25m': none, '40m': critical({ queue: 'replies' }), '55m': none },
  },
  {
    alert: 'HrevWorkStuck',
    what: 'deliveries wait, and none is running',
    given: {
      [queue('hrev_queue_oldest_seconds', 'deliveries')]: '0+0x9 0+60x39 0+0x19',
      [queue('hrev_queue_running', 'deliveries')]: values([0, 70]),
    },
    at: { '25m': none, '40m': critical({ queue: 'deliveries' }), '55m': none },
  },
  {
    alert: 'HrevWorkStuck',
    what: 'deliveries of a slow receiver wait while others are running',
    given: {
      [queue('hrev_queue_oldest_seconds', 'deliveries')]: '0+60x70',
      [queue('hrev_queue_running', 'deliveries')]: values([1, 70]),
    },
    at: { '60m': none },
  },
  {
    alert: 'HrevMailStuck',
    what: 'mail waits for more than an hour',
    given: { [queue('hrev_queue_oldest_seconds', 'mail')]: '0+60x89 0+0x30' },
    at: { '60m': none, '85m': warning(), '95m': none },
  },
  {
    alert: 'HrevDeadLetters',
    what: 'more than 5 % of the deliveries that end are given up',
    given: {
      [attempts('dead_letter')]: growing([0, 10], [1, 30], [0, 400]),
      [attempts('success')]: growing([10, 440]),
    },
    at: { '9m': none, '40m': warning(), '420m': none },
  },
  {
    alert: 'HrevDeadLetters',
    what: 'ten are given up, or many of very many',
    given: {
      [attempts('dead_letter')]: growing([0, 10], [1, 10], [0, 100]),
      [attempts('success')]: growing([1, 120]),
      [seriesOf('hrev_webhook_attempts_total', { ...A, namespace: 'large', outcome: 'dead_letter', step: '8+' })]:
        growing([1, 120]),
      [seriesOf('hrev_webhook_attempts_total', { ...A, namespace: 'large', outcome: 'success', step: '1' })]: growing([
        100, 120,
      ]),
    },
    at: { '60m': none, '110m': none },
  },
  {
    alert: 'HrevWebhookCertificateEnding',
    what: 'a certificate ends within a week, as two processes have seen; later ones are no alarm',
    given: {
      [seriesOf('hrev_webhook_target_certificates', { ...A, days_left: '7' })]: values([0, 10], [1, 90], [0, 30]),
      [seriesOf('hrev_webhook_target_certificates', { ...B, days_left: '7' })]: values([0, 10], [1, 90], [0, 30]),
      [seriesOf('hrev_webhook_target_certificates', { ...A, days_left: '30' })]: values([4, 130]),
    },
    at: { '60m': none, '90m': warning({ days_left: '7' }), '105m': none },
  },
];

const GIB = 2 ** 30;
const disk = (name: string, volume: string): string => seriesOf(name, { ...A, volume });
const HOUR_S = 3_600;

export const STORAGE_CASES: readonly AlertCase[] = [
  {
    alert: 'HrevDiskSpaceLow',
    what: 'less than 15 %, then less than 5 % is free',
    given: {
      [disk('hrev_disk_size_bytes', 'database')]: values([100 * GIB, 160]),
      [disk('hrev_disk_free_bytes', 'database')]: values([50 * GIB, 10], [10 * GIB, 40], [4 * GIB, 40], [80 * GIB, 70]),
    },
    at: {
      '9m': none,
      '40m': warning({ volume: 'database' }),
      '70m': [...critical({ volume: 'database' }), ...warning({ volume: 'database' })],
      '110m': none,
    },
  },
  {
    alert: 'HrevDiskSpaceLow',
    what: 'a third is free, and is used up in less than a day; a slower pace, or more free space, is no alarm',
    everyMinutes: 5,
    given: {
      [disk('hrev_disk_size_bytes', 'database')]: values([100 * GIB, 100]),
      [disk('hrev_disk_free_bytes', 'database')]: `${38 * GIB}-${GIB / 4}x60`,
      [disk('hrev_disk_size_bytes', 'backups')]: values([100 * GIB, 100]),
      [disk('hrev_disk_free_bytes', 'backups')]: `${38 * GIB}-${GIB / 100}x100`,
    },
    at: { '2h': warning({ volume: 'database' }) },
  },
  {
    alert: 'HrevBackupTooOld',
    what: 'no backup for 36 hours, then for four days',
    everyMinutes: 60,
    given: { [seriesOf('hrev_backup_newest_timestamp_seconds', A)]: values([HOUR_S, 110], [109 * HOUR_S, 20]) },
    at: { '36h': none, '40h': warning(), '100h': [...critical(), ...warning()], '112h': none },
  },
  {
    alert: 'HrevBackupLogStopped',
    what: 'the log is not received for ten minutes',
    given: {
      [seriesOf('hrev_backup_newest_timestamp_seconds', A)]: values([60, 90]),
      [seriesOf('hrev_backup_log_timestamp_seconds', A)]: '0+60x29 1740+0x29 3600+60x30',
    },
    at: { '29m': none, '50m': critical(), '62m': none },
  },
  {
    alert: 'HrevBackupLogStopped',
    what: 'there is no backup that the log could continue',
    given: {
      [seriesOf('hrev_backup_newest_timestamp_seconds', A)]: values([0, 90]),
      [seriesOf('hrev_backup_log_timestamp_seconds', A)]: values([0, 90]),
    },
    at: { '60m': none },
  },
];
