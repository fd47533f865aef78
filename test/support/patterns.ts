/**
 * Finds texts on which a regular expression takes quadratic time: repeated beginnings of a match that is never completed. A
 * static analysis of patterns finds a slow first part (`\s*x$`), but not a slow part after a literal (`<title[^>]*>` on a page of
 * `<title<title<title`). Running the pattern finds both.
 */
import { readFileSync } from 'node:fs';
import { createContext, Script } from 'node:vm';
import { RegExpParser, type AST } from '@eslint-community/regexpp';
import ts from 'typescript';

export interface Pattern {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

/** The literal regular expressions of a TypeScript or JavaScript file. */
export function patternsIn(file: string, text = readFileSync(file, 'utf8')): readonly Pattern[] {
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const line = parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ file, line, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

/** Length of the texts. Quadratic patterns need billions of steps on them, linear ones well under a millisecond. */
const CHARACTERS = 100_000;
const SLOW_MS = 150;
const GIVEN_UP_AFTER_MS = 1_500;
const VARIANTS = 2;
const MOST_REPEATED = 24;

/** A repeated text, and the text that precedes the repetitions once. */
interface Repetition {
  readonly head: string;
  readonly repeated: string;
}

/** A text on which the pattern is slow; null if it is slow on none of the candidates. */
export function slowOn({ source, flags }: Pattern): Repetition | null {
  // Without the flags g and y, each search starts at the beginning.
  const pattern = new RegExp(source, flags.replace(/[gy]/g, ''));
  return repetitionsFor(source, flags).find((repetition) => isSlow(pattern, textOf(repetition))) ?? null;
}

// The text ends with a character that no pattern matches, so that no match is completed.
const textOf = ({ head, repeated }: Repetition): string =>
  `${head}${repeated.repeat(Math.ceil(CHARACTERS / repeated.length))}\u0001`;

const context = createContext({ pattern: null, text: '' });
const search = new Script('pattern.test(text)');

/** Measures CPU time twice, because other load on the machine can make one measurement long. */
function isSlow(pattern: RegExp, text: string): boolean {
  Object.assign(context, { pattern, text });
  return [1, 2].every(() => {
    const began = process.cpuUsage();
    try {
      search.runInContext(context, { timeout: GIVEN_UP_AFTER_MS });
    } catch {
      return true;
    }
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1_000 > SLOW_MS;
  });
}

/** The beginnings of a match of the pattern, each repeated as a whole and by its last character. */
function repetitionsFor(source: string, flags: string): readonly Repetition[] {
  const parsed = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const repetitions = new Map<string, Repetition>();
  const add = (head: string, repeated: string): unknown =>
    repetitions.set(JSON.stringify([head, repeated]), { head, repeated });
  for (const character of ' \na1') add('', character);
  for (let variant = 0; variant < VARIANTS; variant += 1) {
    const found = example(parsed, variant).slice(0, MOST_REPEATED);
    for (let length = 1; length <= found.length; length += 1) {
      add('', found.slice(0, length));
      add('', found.charAt(length - 1));
      add(found.slice(0, length), found.charAt(length - 1));
    }
  }
  return [...repetitions.values()];
}

/** A text that the node matches. Assertions are ignored. `variant` selects among alternatives. */
function example(node: AST.Node, variant: number): string {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup': {
      const chosen = node.alternatives[variant % node.alternatives.length];
      return chosen === undefined ? '' : example(chosen, variant);
    }
    case 'Alternative':
      return node.elements.map((element) => example(element, variant)).join('');
    case 'Quantifier':
      return example(node.element, variant).repeat(Math.min(Math.max(node.min, 1), node.max, MOST_REPEATED));
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return characterOf(node.raw, variant);
    default:
      return '';
  }
}

const CANDIDATES = Array.from({ length: 0x250 }, (_, code) => String.fromCodePoint((code + 0x20) % 0x250));

/** A character of a class: the first one for variant 0, then others. */
function characterOf(raw: string, variant: number): string {
  const inClass = new RegExp(`^${raw}$`, raw.includes('\\p') ? 'u' : '');
  const fitting = CANDIDATES.filter((character) => inClass.test(character));
  return fitting[(variant * 7) % Math.max(fitting.length, 1)] ?? '';
}
