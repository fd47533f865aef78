import { declaredFamilies, defaultFamilies, startOwnMetrics, type Family } from '@libs/metrics';
import { queries, selectorsIn, type Selector } from '@test/monitoring/dashboards';
import { ruleFiles } from '@test/monitoring/promtool';
import '@src/api.module';
import '@src/worker.module';

/** The queries of dashboards, the code and the rules name the same series, and queries read each kind of family as it is meant. */
startOwnMetrics({ version: '0.0.0', commit: 'unknown', role: 'all' });
const families = new Map(declaredFamilies().map((family) => [family.name, family]));
const defaults = new Set(defaultFamilies());
const recorded = new Set(ruleFiles.flatMap(({ rules }) => rules.map(({ record }) => record)));
/** What Prometheus writes for each alert. */
const OF_PROMETHEUS = 'ALERTS';

/** The family of a series; those of a histogram have names of their own. */
function familyOf(series: string): Family | undefined {
  const histogram = families.get(series.replace(/_(?:bucket|sum|count)$/, ''));
  return histogram?.type === 'histogram' ? histogram : families.get(series);
}

const exists = ({ series }: Selector): boolean =>
  familyOf(series) !== undefined || defaults.has(series) || recorded.has(series) || series === OF_PROMETHEUS;

const COUNTED = /\b(?:rate|increase)\($/;
const QUANTILE = /\bhistogram_quantile\([\d.]+, sum by \(le(?:, \w+)*\) \(rate\($/;
const GREATEST = /\b(?:max|min)(?: by \([^)]*\) )?\((?:last_over_time\()?$/;
const WINDOW = /^\[\$__(?:rate_interval|range)\]/;

/** Whether a selector is read in a way that is wrong for its series: null, or the reason. */
function faultOf(selector: Selector): string | null {
  const { series, before, after } = selector;
  const family = familyOf(series);
  if (!exists(selector)) return 'no such series';
  if (recorded.has(series) || family?.scope === 'cluster')
    return GREATEST.test(before) ? null : 'a figure of the installation without max or min';
  const isCounter = family?.type === 'counter' || family?.type === 'histogram' || series.endsWith('_total');
  if (isCounter && !(COUNTED.test(before) && WINDOW.test(after))) return 'a counter without its rate over the interval';
  if (series.endsWith('_bucket') && !QUANTILE.test(before)) return 'buckets without a quantile of their sum';
  return null;
}

const faultsOf = (expr: string): readonly string[] =>
  selectorsIn(expr).flatMap((selector) => faultOf(selector)?.concat(`: ${selector.series}`) ?? []);

describe('the queries of dashboards', () => {
  it.each(queries)('$name', ({ expr }) => {
    expect(selectorsIn(expr)).not.toEqual([]);
    expect(faultsOf(expr)).toEqual([]);
  });

  it.each([
    ['max(hrev_queue_waitings)', ['no such series: hrev_queue_waitings']],
    ['sum(rate(http_requests_total{a="b"}[$__rate_interval]))', ['no such series: http_requests_total']],
    ['max(hrev:slo_burn:rate7h)', ['no such series: hrev:slo_burn:rate7h']],
    [
      'sum(hrev_source_links) / on () count by (job) (hrev_ready)',
      ['a figure of the installation without max or min: hrev_source_links'],
    ],
    ['max by (queue) (hrev_queue_waiting) + sum by (a, b) (hrev_ready)', []],
    ['sum(hrev_http_requests_total)', ['a counter without its rate over the interval: hrev_http_requests_total']],
    [
      'sum(rate(hrev_http_requests_total{status="500"}[5m]))',
      ['a counter without its rate over the interval: hrev_http_requests_total'],
    ],
    [
      'histogram_quantile(0.9, rate(hrev_outbox_relay_delay_seconds_bucket[$__rate_interval]))',
      ['buckets without a quantile of their sum: hrev_outbox_relay_delay_seconds_bucket'],
    ],
  ])('the check of %s finds %j', (expr, faults) => {
    expect(faultsOf(expr)).toEqual(faults);
  });
});
