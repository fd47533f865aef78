import { spawnSync } from 'node:child_process';
import path from 'node:path';

/**
 * Subjects of commits: `area: verb ...` in the imperative, at most 72 characters (CONTRIBUTING.md, "What a change looks like").
 * The commits before `BASE` are older than the rule.
 */
const ROOT = path.resolve(__dirname, '../..');
const BASE = '9bd711c141d6ec74592e3f4c17b6154b2845dc1e';
const LONGEST = 72;

/** Words that end like "adds", "added" or "adding" and are imperatives. */
const IMPERATIVES = new Set(
  'access address assess bring bypass compress cross discuss dismiss embed exceed express feed focus need pass press process proceed seed speed spring suppress'.split(
    ' ',
  ),
);

/** Returns the fault of a commit's subject, or null if it has none. */
function faultOf(subject: string): string | null {
  const { length } = subject;
  if (length > LONGEST) return `has ${length} characters, at most ${LONGEST} are allowed`;
  const [, verb] = /^\w[\w ,./-]*: (\S+)/.exec(subject) ?? [];
  if (verb === undefined) return 'does not begin with its area: "webhooks: settle in one statement"';
  if (/^[A-Z][a-z]/.test(verb)) return `"${verb}" begins with a capital letter`;
  if (/[^s]s$|ed$|ing$/.test(verb) && !IMPERATIVES.has(verb)) return `"${verb}" is not an imperative`;
  return subject.endsWith('.') ? 'ends with a full stop' : null;
}

/** Returns the commits after `BASE` without merges, or null if the history does not contain `BASE` (a tarball, a shallow clone). */
function commitsSinceBase(): readonly string[] | null {
  const { status, stdout } = spawnSync('git', ['log', '--no-merges', '--format=%h %s', `${BASE}..HEAD`], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : null;
}

describe('commit subjects', () => {
  const commits = commitsSinceBase();

  (commits === null ? it.skip : it)('follow the rule (skipped if the git history is missing)', () => {
    const odd = (commits ?? []).flatMap((commit) => {
      const fault = faultOf(commit.slice(commit.indexOf(' ') + 1));
      return fault === null ? [] : [`${commit}: ${fault}`];
    });
    expect(odd).toEqual([]);
  });

  it.each([
    'webhooks: settle in one statement',
    'reviews/feed: process pages in order',
    'http, auth: refuse keys in query parameters',
    'README: name the port',
  ])('"%s" is accepted', (subject) => expect(faultOf(subject)).toBeNull());

  it.each([
    ['Settle in one statement', /area/],
    ['webhooks:settle in one statement', /area/],
    ['webhooks: Settle in one statement', /capital/],
    ['webhooks: settles in one statement', /imperative/],
    ['webhooks: settled in one statement', /imperative/],
    ['webhooks: settling in one statement', /imperative/],
    ['webhooks: settle in one statement.', /full stop/],
    [`webhooks: settle ${'x'.repeat(56)}`, /73 characters/],
  ])('"%s" is refused', (subject, fault) => expect(faultOf(subject)).toMatch(fault));
});
