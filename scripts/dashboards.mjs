/**
 * `npm run dashboards`: writes the dashboards of Grafana in docker/chart/monitoring/dashboards from the descriptions in
 * `scripts/dashboards`, and their tables in docs/operations/dashboards.md. A description has rows of panels, which are placed from left
 * to right:
 *
 *   kind      `stat` (the last value) or `graph` (a time series)
 *   text      the meaning
 *   todo      what to do; default: the advice of docs/operations/metrics.md for the first family
 *   unit      a unit of Grafana
 *   queries   expressions by legend. Each selector gets the label `namespace`, which keeps installations apart.
 *   limits    from which value on it is orange, and from which red; `[0.5, 0.2]`: below which
 *   width     of 24; default: a stat 4, a graph 8
 *
 * Options: --check writes nothing and exits with 1 if a file is out of date.
 */
import fs from 'node:fs';
import path from 'node:path';
import { collection } from './dashboards/collection.mjs';
import { deliveries } from './dashboards/deliveries.mjs';
import { service } from './dashboards/service.mjs';
import { source } from './dashboards/source.mjs';
import { ROOT } from './prepare.mjs';

const DASHBOARDS = [service, collection, deliveries, source];
const FOLDER = 'docker/chart/monitoring/dashboards';
const OPERATIONS = 'docs/operations';
const PAGE = `${OPERATIONS}/dashboards.md`;
/** The classic form, as Grafana 13 writes it. */
const SCHEMA_VERSION = 42;
const COLUMNS = 24;
const SIZES = { stat: { width: 4, height: 4 }, graph: { width: 8, height: 8 } };
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };
/** The ServiceMonitor of the chart scrapes as often. A shorter step shows nothing more. */
const STEP = '30s';
/** Without the error budgets, which all installations share. */
const SERIES = /\b(hrev:(?!slo_error_budget:)[\w:]+|(?:hrev|nodejs|process)_[a-z0-9_]+|ALERTS)\b(\{?)/g;

const read = (file) => fs.readFileSync(path.join(ROOT, file), 'utf8');

/** The expression with the variable `namespace` in each selector. */
const inNamespace = (expr) =>
  expr.replace(SERIES, (_, name, brace) => `${name}{namespace="$namespace"${brace === '{' ? ',' : '}'}`);

/** A text of a page in docs/operations without links: a description in Grafana is read far from the files. */
const withoutLinks = (text) =>
  text.replace(/\[([^[\]]+)\]\(([^()]+)\)/g, (_, words, target) => {
    const file = path.posix.join(OPERATIONS, target);
    return words.endsWith('.md') ? file : `${words} (${file})`;
  });

/** What to do about a family: the last column of its row. */
const ADVICE = new Map(
  [...read(`${OPERATIONS}/metrics.md`).matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, family, columns]) => [
    family,
    withoutLinks(columns.split(' | ').at(-1)),
  ]),
);

function adviceFor({ title, queries }) {
  const [name] = /\b(?:hrev|nodejs|process)_[a-z0-9_]+/.exec(Object.values(queries)[0]) ?? [];
  const advice = ADVICE.get(name) ?? ADVICE.get(name?.replace(/_(?:bucket|sum|count)$/, ''));
  if (advice === undefined) throw new Error(`${title}: ${name} has no row in docs/operations/metrics.md; add a todo`);
  return advice;
}

/** Colors from the lowest value on. Without limits, all values are green. */
function thresholdsOf([orange, red] = []) {
  if (orange === undefined) return [{ color: 'green', value: null }];
  const isFloor = red < orange;
  return isFloor
    ? [
        { color: 'red', value: null },
        { color: 'orange', value: red },
        { color: 'green', value: orange },
      ]
    : [
        { color: 'green', value: null },
        { color: 'orange', value: orange },
        { color: 'red', value: red },
      ];
}

const ofKind = {
  stat: () => ({
    type: 'stat',
    defaults: {},
    options: {
      reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
      colorMode: 'value',
      graphMode: 'area',
    },
  }),
  graph: ({ limits }) => ({
    type: 'timeseries',
    defaults: {
      min: 0,
      custom: { lineWidth: 1, fillOpacity: 8, thresholdsStyle: { mode: limits ? 'dashed' : 'off' } },
    },
    options: {
      legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
  }),
};

function panelOf(id, gridPos, panel) {
  const { kind, title, text, todo = adviceFor(panel), unit, queries, limits } = panel;
  const { type, defaults, options } = ofKind[kind](panel);
  return {
    id,
    type,
    title,
    description: `${text}\n\n${todo}`,
    datasource: DATASOURCE,
    gridPos,
    interval: STEP,
    fieldConfig: {
      defaults: { unit, thresholds: { mode: 'absolute', steps: thresholdsOf(limits) }, ...defaults },
      overrides: [],
    },
    options,
    targets: Object.entries(queries).map(([legend, expr], index) => ({
      refId: String.fromCodePoint(65 + index),
      datasource: DATASOURCE,
      editorMode: 'code',
      range: true,
      expr: inNamespace(expr),
      legendFormat: legend,
    })),
  };
}

/** Places rows and panels from the top; a panel that does not fit begins a new line. */
function panelsOf(rows) {
  const panels = [];
  let y = 0;
  for (const row of rows) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title: row.title,
      collapsed: false,
      gridPos: { h: 1, w: COLUMNS, x: 0, y },
      panels: [],
    });
    y += 1;
    let [x, lineHeight] = [0, 0];
    for (const panel of row.panels) {
      const { width, height } = SIZES[panel.kind];
      const w = panel.width ?? width;
      if (x + w > COLUMNS) [x, y, lineHeight] = [0, y + lineHeight, 0];
      panels.push(panelOf(panels.length + 1, { h: height, w, x, y }, panel));
      x += w;
      lineHeight = Math.max(lineHeight, height);
    }
    y += lineHeight;
  }
  return panels;
}

/** A variable with one of the values of a label. */
const variable = (name, label, query) => ({
  name,
  label,
  type: 'query',
  datasource: DATASOURCE,
  definition: query,
  query: { qryType: 1, query, refId: 'PrometheusVariableQueryEditor-VariableQuery' },
  refresh: 2,
  sort: 1,
  multi: false,
  includeAll: false,
});

function dashboardOf({ name, title, text, rows, variables = [] }) {
  return {
    uid: `hrev-${name}`,
    title: `hrev / ${title}`,
    description: text,
    tags: ['hrev'],
    schemaVersion: SCHEMA_VERSION,
    editable: true,
    graphTooltip: 1,
    refresh: '1m',
    time: { from: 'now-6h', to: 'now' },
    links: [
      {
        type: 'dashboards',
        title: 'hrev',
        tags: ['hrev'],
        icon: 'external link',
        tooltip: '',
        asDropdown: true,
        includeVars: true,
        keepTime: true,
        targetBlank: false,
      },
    ],
    templating: {
      list: [
        { name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' },
        variable('namespace', 'Installation', 'label_values(hrev_build_info, namespace)'),
        ...variables.map(([of, label, query]) => variable(of, label, inNamespace(query))),
      ],
    },
    panels: panelsOf(rows),
  };
}

/** JSON with a line for each panel, so that a change shows which one. */
function textOf(dashboard) {
  const { panels, ...head } = dashboard;
  const lines = Object.entries(head).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`);
  return `{\n${lines.join('\n')}\n  "panels": [\n    ${panels.map((one) => JSON.stringify(one)).join(',\n    ')}\n  ]\n}\n`;
}

/** The section of a dashboard on the page. */
function sectionOf({ name, title, text, rows }) {
  const lines = rows.flatMap((row) => row.panels.map((panel) => `| ${row.title} | ${panel.title} | ${panel.text} |`));
  return `## ${title}\n\n\`${name}.json\`. ${text}\n\n| row | panel | what it shows |\n| --- | --- | --- |\n${lines.join('\n')}\n`;
}

const BEGIN = '<!-- The sections are generated: npm run dashboards -->';
const END = '<!-- End of the generated sections. -->';

function pageOf(page) {
  const [before] = page.split(BEGIN);
  const [, after] = page.split(END);
  return `${before}${BEGIN}\n\n${DASHBOARDS.map(sectionOf).join('\n')}\n${END}${after}`;
}

const files = [
  ...DASHBOARDS.map((one) => [`${FOLDER}/${one.name}.json`, textOf(dashboardOf(one))]),
  [PAGE, pageOf(read(PAGE))],
];
for (const [file, text] of files) {
  const isCurrent = fs.existsSync(path.join(ROOT, file)) && read(file) === text;
  if (isCurrent) continue;
  if (process.argv.includes('--check')) {
    process.stderr.write(`${file} is out of date: run npm run dashboards\n`);
    process.exitCode = 1;
  } else fs.writeFileSync(path.join(ROOT, file), text);
}
