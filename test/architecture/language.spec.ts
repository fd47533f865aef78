import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Texts for clients, operators and contributors avoid phrases that a reader has to translate (CONTRIBUTING.md, "Language"). So do
 * decisions, records of measurements, and the comments of some folders of code.
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
  [/\banybody\b/i, 'a client, an operator'],
  [/\bstood still\b|\bstands still\b/i, 'is frozen, is blocked'],
  [/\bin vain\b/i, 'without a result'],
  [/\bcame of it\b/i, 'the result'],
  [/\bmanners\b|\bthaw(s|ed)\b|\bfrost\b|\bdeaf\b/i, 'the technical term'],
];

/** Further phrases that comments and test titles avoid. */
const COMMENT_PHRASES: typeof PHRASES = [
  ...PHRASES,
  [/\bspeaks? (of|for|about)\b/i, 'indicates, contains, belongs to'],
  [/\bfor ever\b/i, 'forever, without end'],
  [/\b(not|nothing|no|none) \S+ ?\S* any more\b/i, 'no longer'],
  [/\btells? (whether|of|how|which|what|apart)\b/i, 'returns, reports, distinguishes'],
  [/\bstands? still\b/i, 'does not read, is stalled'],
  [/\bgone round\b|\bgoes round\b|\bcomes? round\b/i, 'repeats, runs on a schedule'],
  [/\b(is|are|was|were|be) told\b/i, 'receives, is sent, is notified'],
  [/\bstands? in the way\b/i, 'prevents, is the reason'],
  [/\bof (its|their|our) own making\b|\bits own words?\b/i, 'the technical term'],
  [/\bhow \S+ looks?\b|\bby (its|their) looks\b/i, 'format, content'],
  [/\bthat never was\b/i, 'that does not exist'],
];
/** Wordings that are terms of the contract. */
const TERMS = [/A frozen link is tried once a week/, /a frozen link thaws on is_active=true/];

/** Files whose comments and test titles are checked; in tests of the list itself the phrases are quoted. */
const COMMENTED =
  /^(?:src|libs|console|bench|scripts|docker|test)\/(?!architecture\/language)(?!.*\/fixtures\/).*\.(?:tsx?|mjs|cjs|yml)$/;
const COMMENT_OR_TITLE = /^\s*(?:\/\*\*|\*|\/\/|#\s|(?:it|test|describe)(?:\.\w+)?\()/;

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
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).split('\n');
  const files = tracked
    .filter((file) =>
      /^(?:README|ARCHITECTURE|CONTRIBUTING|SECURITY|CHANGELOG)\.md$|^docs\/(?:adr\/)?[\w-]+\.md$|\/http\/.*\.ts$/.test(
        file,
      ),
    )
    .filter((file) => !/spec\.ts$/.test(file));

  it('use plain words', () => {
    expect(files.length).toBeGreaterThan(80);
    const odd = files.flatMap((file) =>
      oddPhrases(readFileSync(path.join(ROOT, file), 'utf8')).map((phrase) => `${file}: ${phrase}`),
    );
    expect(odd).toEqual([]);
  });

  it('comments and test titles use plain words', () => {
    const commented = tracked.filter((file) => COMMENTED.test(file) && existsSync(path.join(ROOT, file)));
    expect(commented.length).toBeGreaterThan(500);
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
