/** The headings of CHANGELOG.md: `## Unreleased (1.2.3)` while a version is in work, and `## 1.2.3 (2026-12-01)` once it is cut. */
const HEADING = /^## (.+)$/gm;
const RELEASED = /^(\d+\.\d+\.\d+(?:-[\w.]+)?) \((\d{4}-\d\d-\d\d)\)$/;
const UNRELEASED = /^## Unreleased\b.*$/m;

/** The text with its heading "Unreleased" replaced by the version and the day. Throws if there is none. */
export function cut(text, version, day) {
  if (!UNRELEASED.test(text)) throw new Error('CHANGELOG.md has no heading "Unreleased"');
  return text.replace(UNRELEASED, `## ${version} (${day})`);
}

/** What is wrong with the changelog of a release of `version`; `today` is `YYYY-MM-DD`. */
export function changelogProblems(text, version, today) {
  const headings = [...text.matchAll(HEADING)].map(([, heading]) => heading);
  const [newest = ''] = headings;
  const [, stated, day] = RELEASED.exec(newest) ?? [];
  if (stated !== version) return [`the first heading of CHANGELOG.md is not "## ${version}", with its date`];
  const dates = headings.map((heading) => RELEASED.exec(heading)?.[2]);
  return [
    ...(dates.every((date, nth) => date !== undefined && isDay(date) && date <= (dates[nth - 1] ?? today))
      ? []
      : ['the headings of CHANGELOG.md need versions with days, newest first, and none in the future']),
    ...(new Set(headings.map((heading) => heading.split(' ')[0])).size === headings.length
      ? []
      : ['CHANGELOG.md has a version twice']),
    ...(/^- /m.test(notesOf(text, version)) ? [] : [`CHANGELOG.md lists no change of ${version} (${day})`]),
  ];
}

/** The section of a version, without its heading: the notes of the release. Empty if there is none. */
export function notesOf(text, version) {
  const start = text.indexOf(`\n## ${version} (`);
  if (start < 0) return '';
  const [, ...lines] = text.slice(start + 1).split('\n');
  const end = lines.findIndex((line) => line.startsWith('## '));
  return `${lines
    .slice(0, end < 0 ? lines.length : end)
    .join('\n')
    .trim()}\n`;
}

function isDay(text) {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
