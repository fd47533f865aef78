import { budgetPanels, gauge, orZero, percentiles, rate } from './panels.mjs';

/** Queries by source, without the sources of the catalogue that have no links. */
const inUse = (queries) =>
  Object.fromEntries(
    Object.entries(queries).map(([legend, expr]) => [
      legend,
      `${expr} and on (source) max by (source) (hrev_source_links)`,
    ]),
  );

/** How fresh, complete and punctual the collection of all sources is. */
export const collection = {
  name: 'collection',
  title: 'Collection',
  text: 'Whether reviews are read in time, and completely, from all sources; and what the workers do for it.',
  rows: [
    {
      title: 'Objectives',
      panels: [
        ...budgetPanels('freshness|lateness'),
        {
          kind: 'graph',
          title: 'Age in periods',
          text: 'The 95th percentile of the age of links, divided by the period of their road. The objective is 2.',
          todo: 'Above it, links miss their turns: look at Lateness, at Failures by source, and at the dashboard of the source.',
          unit: 'short',
          width: 12,
          queries: {
            '{{source}} {{road}}':
              'max by (source, road) (hrev_source_link_age_seconds{percentile="95"}) / max by (source, road) (hrev_source_period_seconds)',
          },
          limits: [1.5, 2],
        },
        {
          kind: 'graph',
          title: 'Lateness',
          text: 'How long 95 % of the due links of a source have been due at most. The objective is 15 minutes.',
          unit: 's',
          width: 12,
          queries: inUse(gauge('hrev_collection_lateness_seconds', 'source', '{percentile="95"}')),
          limits: [600, 900],
        },
      ],
    },
    {
      title: 'Sources',
      panels: [
        {
          kind: 'stat',
          title: 'Links',
          text: 'Links that are on.',
          todo: 'Context for the other panels: shares of few links vary.',
          unit: 'short',
          queries: { '': 'sum(max by (source) (hrev_source_links))' },
        },
        {
          kind: 'stat',
          title: 'Frozen',
          text: 'Links that are frozen after lasting failures.',
          unit: 'short',
          queries: { '': 'sum(max by (source) (hrev_source_links_frozen))' },
        },
        {
          kind: 'stat',
          title: 'Never read',
          text: 'Links that are on and were never read with success.',
          unit: 'short',
          queries: { '': 'sum(max by (source) (hrev_source_links_never_read))' },
        },
        {
          kind: 'stat',
          title: 'Sources at rest',
          text: 'Sources that rest after refusals.',
          unit: 'short',
          queries: { '': 'sum(max by (source) (hrev_source_resting))' },
          limits: [1, 3],
        },
        {
          kind: 'stat',
          title: 'Paused sources',
          text: 'Sources that an operator has paused.',
          unit: 'short',
          queries: { '': 'sum(max by (source) (hrev_source_paused))' },
          limits: [1, 3],
        },
        {
          kind: 'stat',
          title: 'Alarms of drift',
          text: 'Fields that reviews of a source lack and used to have.',
          unit: 'short',
          queries: { '': 'sum(max by (source, field) (hrev_source_drift_alarm))' },
          limits: [1, 3],
        },
        {
          kind: 'graph',
          title: 'Due links',
          text: 'Links that are due and not being read.',
          unit: 'short',
          queries: inUse(gauge('hrev_collection_links_due', 'source')),
        },
        {
          kind: 'graph',
          title: 'Visits that succeed',
          text: 'Share of the visits of the last 24 hours that read their link.',
          todo: '`hrev sources list` has the errors; the dashboard of the source has the outcomes.',
          unit: 'percentunit',
          queries: {
            '{{source}}':
              'sum by (source) (max by (source, outcome) (hrev_source_visits_24h{outcome="success"})) / sum by (source) (max by (source, outcome) (hrev_source_visits_24h))',
          },
          limits: [0.95, 0.8],
        },
        {
          kind: 'graph',
          title: 'Visits on time',
          text: 'Share of the visits of the last 24 hours that ended on time.',
          todo: 'Low at all sources: more workers. At one: its limits.',
          unit: 'percentunit',
          queries: {
            '{{source}}':
              'max by (source) (hrev_source_visits_on_time_24h) / sum by (source) (max by (source, outcome) (hrev_source_visits_24h))',
          },
          limits: [0.95, 0.8],
        },
        {
          kind: 'graph',
          title: 'New reviews',
          text: 'New reviews of the last 24 hours.',
          unit: 'short',
          queries: gauge('hrev_source_new_reviews_24h', 'source'),
        },
        {
          kind: 'graph',
          title: 'Completeness',
          text: 'Share of the reviews that the platform states that is stored.',
          unit: 'percentunit',
          queries: gauge('hrev_source_completeness_ratio', 'source'),
          limits: [0.98, 0.9],
        },
        {
          kind: 'graph',
          title: 'Requests of the day',
          text: 'Share of the requests that a platform permits in a day (UTC). At 1, visits wait for the next day.',
          todo: 'The limit is a fact of the platform. A source without a limit is not shown.',
          unit: 'percentunit',
          queries: {
            '{{source}}': 'max by (source) (hrev_source_requests_today) / max by (source) (hrev_source_requests_limit)',
          },
          limits: [0.8, 1],
        },
      ],
    },
    {
      title: 'Passes and requests',
      panels: [
        {
          kind: 'graph',
          title: 'Passes',
          text: 'Attempts to collect a link per second, by outcome.',
          unit: 'ops',
          queries: rate('hrev_collection_passes_total', 'outcome'),
        },
        {
          kind: 'graph',
          title: 'Failures by source',
          text: 'Attempts per second that ended in another way than success.',
          todo: '`blocked`: the platform refuses. `parse_error`: it has changed its pages. `internal` and `unwritten`: a fault of hrev; read the log. docs/operations/runbooks.md has the steps.',
          unit: 'ops',
          queries: orZero(rate('hrev_collection_passes_total', 'source, outcome', '{outcome!="success"}')),
        },
        {
          kind: 'graph',
          title: 'Duration of visits',
          text: 'Time of visits from their claim on, with the waits between requests; 95th percentile by source.',
          unit: 's',
          queries: percentiles('hrev_collection_visit_duration_seconds', { by: 'source', of: [95] }),
        },
        {
          kind: 'graph',
          title: 'Requests to platforms',
          text: 'Requests per second by outcome; blocked and throttled are refusals.',
          unit: 'reqps',
          queries: rate('hrev_egress_requests_total', 'outcome', '{source!="webhooks"}'),
        },
        {
          kind: 'graph',
          title: 'Duration of requests',
          text: 'Time of requests from the look-up to the last byte; 95th percentile by source.',
          unit: 's',
          queries: percentiles('hrev_egress_request_duration_seconds', {
            selector: '{source!="webhooks"}',
            by: 'source',
            of: [95],
          }),
        },
        {
          kind: 'graph',
          title: 'Unread parts',
          text: 'What pages showed in the last 24 hours and could not be read.',
          unit: 'short',
          queries: orZero(gauge('hrev_source_unread_24h', 'source, part'), 'hrev_source_links'),
          limits: [1, 20],
        },
      ],
    },
    {
      title: 'Parsing and browsers',
      panels: [
        {
          kind: 'graph',
          title: 'Parsing threads',
          text: 'Threads by state, and their limit.',
          todo: 'All busy for minutes and documents waiting: more cores or more workers.',
          unit: 'short',
          queries: {
            '{{state}}': 'sum by (state) (hrev_parsing_threads)',
            limit: 'sum(hrev_parsing_threads_limit)',
          },
        },
        {
          kind: 'graph',
          title: 'Documents that wait',
          text: 'Documents that wait for a parsing thread, by process.',
          todo: 'Grows while all threads are busy: more cores or more workers.',
          unit: 'short',
          queries: { '{{instance}}': 'hrev_parsing_queue_length' },
          limits: [10, 50],
        },
        {
          kind: 'graph',
          title: 'Duration of parsing',
          text: 'Time from the request to parse a document to its result, with the wait.',
          unit: 's',
          queries: percentiles('hrev_parsing_duration_seconds'),
        },
        {
          kind: 'graph',
          title: 'Documents',
          text: 'Documents per second by outcome; unreadable: the platform has changed them.',
          unit: 'ops',
          queries: rate('hrev_parsing_documents_total', 'outcome'),
        },
        {
          kind: 'graph',
          title: 'Browsers',
          text: 'Browsers that run, and visits that have one.',
          unit: 'short',
          queries: { browsers: 'sum(hrev_browsers)', visits: 'sum(hrev_browser_visits_open)' },
        },
        {
          kind: 'graph',
          title: 'Pages in a browser',
          text: 'Pages and fetches per second by outcome.',
          unit: 'ops',
          queries: orZero(rate('hrev_browser_pages_total', 'outcome')),
        },
      ],
    },
  ],
};
