import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Texts for clients, operators and contributors avoid phrases that a reader has to translate (CONTRIBUTING.md, "Language"). Records of
 * measurements and decisions are not checked yet.
 */
const ROOT = path.resolve(__dirname, '../..');

const PHRASES: readonly (readonly [phrase: RegExp, say: string])[] = [
  [/\btold of\b/i, 'receives, is notified of'],
  [/\bso that nobody\b/i, 'the positive statement'],
  [/\banew\b/i, 'again, re-'],
  [/\bwhoever\b/i, 'the person or part that is meant'],
  [/\bnobody('s)?\b/i, 'the positive statement'],
  [/\beverybody\b/i, 'all clients, all processes'],
  [/\bsomebody\b/i, 'a client, an operator'],
  [/\bstrangers?\b/i, 'unknown, foreign'],
  [/\bstands? for\b/i, 'is, means, replaces'],
  [/\bgoes on\b|\bgo on\b/i, 'continues'],
  [/\bunder way\b/i, 'running, in flight'],
  [/\bin words\b/i, 'as a text'],
  [/\bmust lie\b|\bshall lie\b|\bit lies\b/i, 'must be, is'],
  [/\btaken away\b|\btakes? away\b/i, 'removed'],
  [/\bmanners\b|\bthaw(s|ed)\b|\bfrost\b|\bdeaf\b/i, 'the technical term'],
];

/** Further phrases that comments and test titles of these libraries avoid. */
const COMMENT_PHRASES: typeof PHRASES = [
  ...PHRASES,
  [/\bspeaks? (of|for|about)\b/i, 'indicates, contains, belongs to'],
  [/\bfor ever\b/i, 'forever, without end'],
  [/\b(not|nothing|no|none) \S+ ?\S* any more\b/i, 'no longer'],
  [/\btells? (whether|of|how|which|what|apart)\b/i, 'returns, reports, distinguishes'],
  [/\bstands? still\b/i, 'does not read, is stalled'],
  [/\bgone round\b|\bgoes round\b|\bcomes? round\b/i, 'repeats, runs on a schedule'],
  [/\bof (its|their|our) own making\b|\bits own words?\b/i, 'the technical term'],
  [/\bhow \S+ looks?\b|\bby (its|their) looks\b/i, 'format, content'],
  [/\bthat never was\b/i, 'that does not exist'],
];
const COMMENTED = /^libs\/(?:sources|egress|queue|logging|sealing)\/.*\.ts$/;
const COMMENT_OR_TITLE = /^\s*(?:\/\*\*|\*|\/\/|(?:it|describe)(?:\.\w+)?\()/;

/** Wordings that are terms of the contract. */
const TERMS = [/A frozen link is tried once a week/];

const oddPhrases = (text: string, phrases = PHRASES): readonly string[] =>
  text
    .split('\n')
    .filter((line) => !TERMS.some((term) => term.test(line)))
    .flatMap((line) =>
      phrases.flatMap(([phrase, say]) => {
        const [found] = phrase.exec(line) ?? [];
        return found === undefined ? [] : [`"${found}": say ${say}: ${line.trim().slice(0, 120)}`];
      }),
    );

describe('texts for readers', () => {
  const all = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).split('\n');
  const files = all
    .filter((file) =>
      /^(?:README|ARCHITECTURE|CONTRIBUTING|SECURITY|CHANGELOG)\.md$|^docs\/[\w-]+\.md$|\/http\/.*\.ts$/.test(file),
    )
    .filter((file) => !/spec\.ts$|^docs\/(?:faults|mutants)\.md$/.test(file));

  it('use plain words', () => {
    expect(files.length).toBeGreaterThan(80);
    const odd = files.flatMap((file) =>
      oddPhrases(readFileSync(path.join(ROOT, file), 'utf8')).map((phrase) => `${file}: ${phrase}`),
    );
    expect(odd).toEqual([]);
  });

  it('comments and test titles of libraries use plain words', () => {
    const commented = all.filter((file) => COMMENTED.test(file));
    expect(commented.length).toBeGreaterThan(200);
    const odd = commented.flatMap((file) => {
      const lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n');
      const read = lines.filter((line) => COMMENT_OR_TITLE.test(line)).join('\n');
      return oddPhrases(read, COMMENT_PHRASES).map((phrase) => `${file}: ${phrase}`);
    });
    expect(odd).toEqual([]);
  });

  it('a phrase of the list is found', () => {
    expect(oddPhrases('What it is told of.')).toHaveLength(1);
    expect(oddPhrases('Events that this webhook receives.')).toEqual([]);
  });
});
