import { gauge, orZero, percentiles, rate } from './panels.mjs';

const OF = '{source="$source"}';
/** Exists while the figures of the source are reported. */
const LINKS = `hrev_source_links${OF}`;

/** One source: what an operator looks at when it is blocked, late or read wrong. */
export const source = {
  name: 'source',
  title: 'Source',
  text: 'One source: its links, their age, its refusals, and how well its pages are read.',
  variables: [['source', 'Source', 'label_values(hrev_source_links, source)']],
  rows: [
    {
      title: 'State',
      panels: [
        {
          kind: 'stat',
          title: 'Links',
          text: 'Links that are on.',
          todo: 'Context for the other panels: shares of few links vary.',
          unit: 'short',
          queries: { '': `max(${LINKS})` },
        },
        {
          kind: 'stat',
          title: 'Frozen',
          text: 'Links that are frozen after lasting failures.',
          unit: 'short',
          queries: { '': `max(hrev_source_links_frozen${OF})` },
        },
        {
          kind: 'stat',
          title: 'Never read',
          text: 'Links that are on and were never read with success.',
          unit: 'short',
          queries: { '': `max(hrev_source_links_never_read${OF})` },
        },
        {
          kind: 'stat',
          title: 'Rests',
          text: '1: the source rests after refusals.',
          unit: 'short',
          queries: { '': `max(hrev_source_resting${OF})` },
          limits: [0.5, 1],
        },
        {
          kind: 'stat',
          title: 'Paused',
          text: '1: an operator has paused the source.',
          unit: 'short',
          queries: { '': `max(hrev_source_paused${OF})` },
          limits: [0.5, 1],
        },
        {
          kind: 'stat',
          title: 'New reviews in a day',
          text: 'New reviews of the last 24 hours.',
          unit: 'short',
          queries: { '': `max(hrev_source_new_reviews_24h${OF})` },
        },
      ],
    },
    {
      title: 'Freshness',
      panels: [
        {
          kind: 'graph',
          title: 'Age of links',
          text: 'Time since the links were read with success, by road, and twice the period, which is the objective.',
          todo: 'Above it at p95, links miss their turns. Look at Lateness and at Passes.',
          unit: 's',
          queries: {
            '{{road}} p{{percentile}}': `max by (road, percentile) (hrev_source_link_age_seconds${OF})`,
            '{{road}} objective': `2 * max by (road) (hrev_source_period_seconds${OF})`,
          },
        },
        {
          kind: 'graph',
          title: 'Lateness',
          text: 'Time since the due time of the links that are due, by percentile. The objective is 15 minutes for p95.',
          unit: 's',
          queries: { 'p{{percentile}}': `max by (percentile) (hrev_collection_lateness_seconds${OF})` },
          limits: [600, 900],
        },
        {
          kind: 'graph',
          title: 'Due links',
          text: 'Links that are due and not being read.',
          unit: 'short',
          queries: { due: `max(hrev_collection_links_due${OF})` },
        },
        {
          kind: 'graph',
          title: 'Requests of the day',
          text: 'Requests of the current UTC day, and how many the platform permits.',
          todo: 'Close to the limit: visits wait for the next day (UTC). The limit is a fact of the platform; without one, it is not shown.',
          unit: 'short',
          queries: {
            used: `max(hrev_source_requests_today${OF})`,
            limit: `max(hrev_source_requests_limit${OF})`,
          },
        },
        {
          kind: 'graph',
          title: 'Visits of a day',
          text: 'Visits of the last 24 hours by outcome.',
          todo: 'Outcomes other than `success` are codes of failures; `hrev sources list` has the errors.',
          unit: 'short',
          queries: gauge('hrev_source_visits_24h', 'outcome', OF),
        },
        {
          kind: 'graph',
          title: 'Completeness',
          text: 'Share of the reviews that the platform states that is stored.',
          unit: 'percentunit',
          queries: { stored: `max(hrev_source_completeness_ratio${OF})` },
          limits: [0.98, 0.9],
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
          queries: rate('hrev_collection_passes_total', 'outcome', OF),
        },
        {
          kind: 'graph',
          title: 'Duration of visits',
          text: 'Time of visits from their claim on, with the waits between requests.',
          unit: 's',
          queries: percentiles('hrev_collection_visit_duration_seconds', { selector: OF }),
        },
        {
          kind: 'graph',
          title: 'Requests',
          text: 'Requests to the platform per second by outcome; blocked and throttled are refusals.',
          unit: 'reqps',
          queries: rate('hrev_egress_requests_total', 'outcome', OF),
        },
        {
          kind: 'graph',
          title: 'Duration of requests',
          text: 'Time of requests from the look-up to the last byte.',
          unit: 's',
          queries: percentiles('hrev_egress_request_duration_seconds', { selector: OF }),
        },
        {
          kind: 'graph',
          title: 'Pages in a browser',
          text: 'Pages and fetches in a browser per second, by outcome; 0 for a source that needs none.',
          todo: '`blocked` and `throttled`: the platform refuses. Other codes at all sources: see Browsers on the dashboard Collection.',
          unit: 'ops',
          queries: orZero(rate('hrev_browser_pages_total', 'outcome', OF), LINKS),
        },
        {
          kind: 'graph',
          title: 'Results of replies',
          text: 'Replies per second by result; 0 for a source that takes none.',
          todo: '`failed`: the reason is in the reply; many: the connection, or the interface of the platform. `refused`: only the account can change it.',
          unit: 'ops',
          queries: orZero(rate('hrev_reply_publication_seconds_count', 'result', OF), LINKS),
        },
      ],
    },
    {
      title: 'What is read',
      panels: [
        {
          kind: 'graph',
          title: 'Fields',
          text: 'Share of the reviews read recently that have a field.',
          todo: 'A field that falls: the platform has changed its pages; look at `hrev sources samples`.',
          unit: 'percentunit',
          queries: gauge('hrev_source_field_share', 'field', OF),
        },
        {
          kind: 'graph',
          title: 'Alarms of drift',
          text: '1: reviews lack the field, and used to have it.',
          unit: 'short',
          queries: gauge('hrev_source_drift_alarm', 'field', OF),
          limits: [0.5, 1],
        },
        {
          kind: 'graph',
          title: 'Unread parts',
          text: 'What pages showed in the last 24 hours and could not be read, by part.',
          unit: 'short',
          queries: orZero(gauge('hrev_source_unread_24h', 'part', OF), LINKS),
          limits: [1, 20],
        },
      ],
    },
  ],
};
