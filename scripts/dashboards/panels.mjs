/** Panels and expressions that several dashboards have. */

/** Series of processes of hrev among those of other programs on Node, with the label of the role. */
export const ofProcess = (expr) =>
  `${expr} * on (job, instance) group_left (role) max by (job, instance, role) (hrev_build_info)`;

/** Percentiles of a histogram, by legend. `by`: labels that keep it apart, such as `source`; `selector`: matchers in braces. */
export const percentiles = (family, { selector = '', by = '', of = [50, 95, 99] } = {}) =>
  Object.fromEntries(
    of.map((percentile) => [
      `p${percentile}${by === '' ? '' : ` {{${by}}}`}`,
      `histogram_quantile(${percentile / 100}, sum by (le${by === '' ? '' : `, ${by}`}) (rate(${family}_bucket${selector}[$__rate_interval])))`,
    ]),
  );

/** The legend of series with these labels. */
const legendOf = (by) =>
  by
    .split(', ')
    .map((label) => `{{${label}}}`)
    .join(' ');

/** The rate of a counter by labels. */
export const rate = (counter, by, selector = '') => ({
  [legendOf(by)]: `sum by (${by}) (rate(${counter}${selector}[$__rate_interval]))`,
});

/** A gauge of the installation by labels; for a moment after a change of the process that reports, two have it. */
export const gauge = (family, by, selector = '') => ({
  [legendOf(by)]: `max by (${by}) (${family}${selector})`,
});

/**
 * These queries, with 0 for "none" where they have no series because what they count has not happened. `witness`: a series that exists
 * while the others would; without it there is no data instead of 0.
 */
export const orZero = (queries, witness = 'hrev_build_info') =>
  Object.fromEntries(
    Object.entries(queries).map(([legend, expr]) => {
      const [, label] = /\{\{(\w+)\}\}/.exec(legend) ?? [];
      const zero = `0 * max(${witness})`;
      return [legend, `${expr} or on () ${label ? `label_replace(${zero}, "${label}", "none", "", "")` : zero}`];
    }),
  );

/** How much of the error budget of 30 days is left, and how fast it is spent, of some objectives. */
export const budgetPanels = (objectives) => [
  {
    kind: 'stat',
    title: 'Error budget left',
    text: 'Share of the error budget of 30 days that is left, of each objective; of its worst source.',
    todo: 'Below 0 the objective is missed. While little is left, put off what may fail; docs/operations/objectives.md has the objectives.',
    unit: 'percentunit',
    width: 12,
    // The rule is evaluated every ten minutes; a sample is valid for five.
    queries: {
      '{{slo}}': `min by (slo) (last_over_time(hrev:slo_error_budget_left:ratio{slo=~"${objectives}"}[15m]))`,
    },
    limits: [0.25, 0],
  },
  {
    kind: 'stat',
    title: 'Burn rate of the last hour',
    text: 'How fast the error budget is spent, of the worst source: at 1 it lasts for 30 days.',
    todo: 'Above 14.4 for an hour, or above 6 for six, an alert is critical; docs/operations/runbooks.md has its section.',
    unit: 'short',
    width: 12,
    queries: { '{{slo}}': `max by (slo) (hrev:slo_burn:rate1h{slo=~"${objectives}"})` },
    limits: [1, 14.4],
  },
];
