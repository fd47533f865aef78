/** When the alerts on error budgets fire: fast in minutes, slow in hours, and not without enough events. */
import { growing, values, type AlertCase, type Firing } from './alert-cases';

const NODE = 'job="hrev",instance="a:9464"';
const ROUTE = 'version="v3",method="GET"';

/** The series of an objective of events: `total` counts all of them, and `good`, or `bad`, a part. */
interface OfEvents {
  readonly alert: string;
  readonly slo: string;
  readonly total: string;
  readonly good: string;
  /** Bad events are counted by `bad` alone, and not by `total` either. */
  readonly bad?: string;
  readonly budget: number;
}

const OF_EVENTS: readonly OfEvents[] = [
  {
    alert: 'HrevApiErrorBudgetBurn',
    slo: 'api-availability',
    total: `hrev_http_requests_total{${NODE},${ROUTE},route="/v3/reviews",status="200"}`,
    good: `hrev_http_requests_total{${NODE},${ROUTE},route="/v3/objects",status="404"}`,
    bad: `hrev_http_requests_total{${NODE},${ROUTE},route="/v3/reviews",status="503"}`,
    budget: 0.001,
  },
  {
    alert: 'HrevApiLatencyBudgetBurn',
    slo: 'api-latency',
    total: `hrev_http_request_duration_seconds_count{${NODE},${ROUTE},route="/v3/reviews",status_class="2xx"}`,
    good: `hrev_http_request_duration_seconds_bucket{${NODE},${ROUTE},route="/v3/reviews",status_class="2xx",le="0.5"}`,
    budget: 0.01,
  },
  {
    alert: 'HrevFirstDeliveryBudgetBurn',
    slo: 'first-delivery',
    total: `hrev_webhook_first_attempt_delay_seconds_count{${NODE}}`,
    good: `hrev_webhook_first_attempt_delay_seconds_bucket{${NODE},le="10"}`,
    budget: 0.01,
  },
  {
    alert: 'HrevReplyBudgetBurn',
    slo: 'replies',
    total: `hrev_reply_publication_seconds_count{${NODE},source="google",result="published"}`,
    good: `hrev_reply_publication_seconds_bucket{${NODE},source="google",result="published",le="300"}`,
    budget: 0.05,
  },
];

/** Counters of an objective: `shares` are the shares of bad events, each for so many samples. */
function counters(
  { total, good, bad, events = 1_000 }: OfEvents & { readonly events?: number },
  ...shares: readonly (readonly [share: number, times: number])[]
): Readonly<Record<string, string>> {
  const part = (of: (share: number) => number): string =>
    growing(...shares.map(([share, times]) => [events * of(share), times] as const));
  const ofGood = part((share) => 1 - share);
  return bad === undefined
    ? { [total]: part(() => 1), [good]: ofGood }
    : { [total]: ofGood, [good]: part(() => 0), [bad]: part((share) => share) };
}

const firing = (severity: string, slo: string, more: Firing = {}): readonly Firing[] => [{ severity, slo, ...more }];

const ofEvents = OF_EVENTS.flatMap((one): readonly AlertCase[] => [
  {
    alert: one.alert,
    what: 'the budget is spent 18 times as fast as it lasts, for an hour',
    // The windows of hours are still short: they may warn.
    severity: 'critical',
    everyMinutes: 2,
    given: counters(one, [0, 30], [18 * one.budget, 30], [0, 30]),
    at: { '58m': [], '80m': [], '114m': firing('critical', one.slo), '160m': [] },
  },
  {
    alert: one.alert,
    what: 'too few events',
    everyMinutes: 5,
    given: counters({ ...one, events: 0.1 }, [0.95, 24]),
    at: { '115m': [] },
  },
  {
    alert: one.alert,
    what: 'the budget is spent 4 times as fast as it lasts, for twelve hours',
    everyMinutes: 30,
    given: counters(one, [0, 24], [4 * one.budget, 24], [0, 24]),
    at: { '11h': [], '23h': firing('warning', one.slo), '32h': [] },
  },
  {
    alert: one.alert,
    what: 'the budget is spent as fast as it lasts',
    everyMinutes: 60,
    given: counters(one, [one.budget * 0.95, 80]),
    at: { '79h': [] },
  },
]);

/** A state that is bad in one of 24 samples, for twelve hours. */
const FLAPPING: readonly (readonly [isBad: number, times: number])[] = [
  [0, 72],
  ...Array.from(
    { length: 3 },
    () =>
      [
        [1, 1],
        [0, 23],
      ] as const,
  ).flat(),
  [0, 72],
];

function ofState(
  { alert, slo, labels, bad, good }: { alert: string; slo: string; labels: Firing; bad: number; good: number },
  given: (samples: string) => Readonly<Record<string, string>>,
): readonly AlertCase[] {
  const samples = (runs: readonly (readonly [isBad: number, times: number])[]): string =>
    values(...runs.map(([isBad, times]) => [isBad === 1 ? bad : good, times] as const));
  return [
    {
      alert,
      what: 'the state is bad for twenty minutes',
      given: given(
        samples([
          [0, 60],
          [1, 20],
          [0, 80],
        ]),
      ),
      severity: 'critical',
      at: { '59m': [], '76m': firing('critical', slo, labels), '120m': [] },
    },
    {
      alert,
      what: 'the state is bad again and again for twelve hours',
      everyMinutes: 10,
      given: given(samples(FLAPPING)),
      at: { '11h': [], '21h': firing('warning', slo, labels), '32h': [] },
    },
  ];
}

const SOURCE = `${NODE},source="steam"`;
const age = `hrev_source_link_age_seconds{${SOURCE},road="public",percentile="95"}`;
const period = `hrev_source_period_seconds{${SOURCE},road="public"}`;
const lateness = `hrev_collection_lateness_seconds{${SOURCE},percentile="95"}`;
const PAUSED = `hrev_source_paused{${SOURCE}}`;
const RESTING = `hrev_source_resting{${SOURCE}}`;
const always = (value: number): string => values([value, 500]);

const ofStates: readonly AlertCase[] = [
  ...ofState(
    {
      alert: 'HrevFreshnessBudgetBurn',
      slo: 'freshness',
      labels: { source: 'steam', road: 'public' },
      bad: 43_300,
      good: 43_100,
    },
    (samples) => ({ [age]: samples, [period]: always(21_600), [PAUSED]: always(0) }),
  ),
  {
    alert: 'HrevFreshnessBudgetBurn',
    what: 'the operator has paused the source',
    given: { [age]: always(100_000), [period]: always(21_600), [PAUSED]: always(1) },
    at: { '120m': [] },
  },
  ...ofState(
    { alert: 'HrevLatenessBudgetBurn', slo: 'lateness', labels: { source: 'steam' }, bad: 901, good: 899 },
    (samples) => ({ [lateness]: samples, [PAUSED]: always(0), [RESTING]: always(0) }),
  ),
  {
    alert: 'HrevLatenessBudgetBurn',
    what: 'the source rests',
    given: { [lateness]: always(5_000), [PAUSED]: always(0), [RESTING]: always(1) },
    at: { '120m': [] },
  },
];

export const BURN_CASES: readonly AlertCase[] = [...ofEvents, ...ofStates];
