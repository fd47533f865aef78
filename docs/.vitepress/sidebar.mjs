/** The order of the pages. Titles of pages without a text here are their first headings. */
import fs from 'node:fs';
import path from 'node:path';
import { addressOf, allPages, ROOT } from './pages.mjs';

const GROUPS = [
  ['Start', ['index.md', 'start.md', 'tour.md']],
  [
    'Guides',
    [
      'first-reviews',
      'read-and-filter',
      'keep-a-copy',
      'receive-webhooks',
      'reply',
      'import-objects',
      'export-reviews',
      'analytics',
      'connect-an-agent',
    ].map((name) => `guides/${name}.md`),
  ],
  [
    'API',
    [
      'api.md',
      'contract.md',
      'errors.md',
      'webhook-events.md',
      'sdk/typescript.md',
      'sdk/python.md',
      'connectors.md',
      'sdk/n8n.md',
      'agents.md',
      'embedding.md',
    ],
  ],
  ['Platforms', ['platforms/index.md', /^platforms\//, 'google-business-profile.md', 'robots.md']],
  ['Console', ['console.md']],
  [
    'Operation',
    [
      'production.md',
      'docker/index.md',
      'docker/chart.md',
      'configuration.md',
      'command-line.md',
      'reverse-proxy.md',
      /^operations\//,
      'security.md',
    ],
  ],
  [
    'Development',
    [
      'architecture.md',
      'contributing.md',
      'mechanisms.md',
      'schema.md',
      'faults.md',
      'mutants.md',
      'benchmarks/index.md',
      'releasing.md',
      'changelog.md',
    ],
  ],
  ['Decisions', ['adr/index.md', /^adr\//]],
];

/** The sidebar of VitePress. Throws if a page is in no group, or if a group names a page that does not exist. */
export function sidebar() {
  const files = new Map(allPages().map(([file, place]) => [place, file]));
  const left = new Set(files.keys());
  const take = (place) => {
    if (!left.delete(place)) throw new Error(`the sidebar has ${place}, which is no page or is listed twice`);
    return { text: titleOf(files.get(place)), link: addressOf(place) };
  };
  const groups = GROUPS.map(([text, members]) => ({
    text,
    collapsed: !['Start', 'Guides', 'API'].includes(text),
    items: members
      .flatMap((member) =>
        typeof member === 'string' ? [member] : [...left].filter((place) => member.test(place) && !isNamed(place)),
      )
      .map(take),
  }));
  if (left.size > 0) throw new Error(`the sidebar lacks ${[...left].join(', ')}`);
  return groups;
}

const isNamed = (place) => GROUPS.some(([, members]) => members.includes(place));

/** Titles without Markdown, and without the number of a decision. */
function titleOf(file) {
  const [, title] = /^# (.+)$/m.exec(fs.readFileSync(path.join(ROOT, file), 'utf8')) ?? [];
  if (title === undefined) throw new Error(`${file} has no title`);
  return title.replaceAll('`', '');
}
