/** The programs of a guide and what they print, taken from the text of its page (docs/guides). */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const GUIDES = path.join(__dirname, '../../docs/guides');

export type Language = 'curl' | 'TypeScript' | 'Python';

/** What a step shows in several languages, and what it prints. */
export interface GuideStep {
  /** Programs by the label of their tab. */
  readonly code: ReadonlyMap<string, string>;
  /** The response to curl as JSON, or what the command prints, and what the programs print. Null where the page does not say it. */
  readonly response: unknown;
  readonly commandPrints: string | null;
  readonly programPrints: string | null;
}

export interface Guide {
  readonly name: string;
  /** Commands before the first step. */
  readonly preparation: readonly string[];
  /** Commands after it. */
  readonly commands: readonly string[];
  readonly steps: readonly GuideStep[];
}

interface Fence {
  readonly language: string;
  readonly label: string;
  readonly text: string;
}

const FENCE = /^```(\w*)(?: \[(.+)\])?\n([^]*?)^```$/gm;
const GROUP = /^::: code-group\n([^]*?)^:::$/gm;

/** Reads a guide by the name of its page. */
export function readGuide(name: string): Guide {
  const page = readFileSync(path.join(GUIDES, `${name}.md`), 'utf8');
  // The texts before, between and after the groups, and the contents of the groups in between.
  const [before = '', ...rest] = page.split(GROUP);
  const steps = rest.flatMap((group, index) => (index % 2 === 0 ? [stepOf(group, rest[index + 1] ?? '')] : []));
  const after = rest.filter((_, index) => index % 2 === 1).join('\n');
  return { name, preparation: commandsIn(before), commands: commandsIn(after), steps };
}

/** The steps of a page as one program in a language, which prints `mark` before each further step. Empty if there is none. */
export function programOf({ steps }: Guide, language: Language, mark: string): string {
  return steps.flatMap(({ code }) => code.get(language) ?? []).join(`\n${mark}\n`);
}

function stepOf(group: string, text: string): GuideStep {
  const code = new Map(fencesOf(group).map(({ label, text: program }) => [label, program]));
  const output = (language: string): string | null =>
    fencesOf(text).find((fence) => fence.language === language)?.text ?? null;
  const json = output('json');
  return {
    code,
    response: json === null ? null : (JSON.parse(json) as unknown),
    commandPrints: output('console'),
    programPrints: output('text'),
  };
}

const commandsIn = (text: string): readonly string[] =>
  fencesOf(text).flatMap((fence) => (fence.language === 'sh' ? [fence.text] : []));

const fencesOf = (text: string): readonly Fence[] =>
  [...text.matchAll(FENCE)].map(([, language = '', label = '', content = '']) => ({ language, label, text: content }));

const REST = '…';
const ID = /(^|_)ids?$/;
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d)?$/;

/**
 * The differences between a response on a page and a real one, one line each. Ids and times need only be ids and times. `"…"` means any
 * value, for further items at the end of a list, as a name for further fields, and in a text for any characters.
 */
export function differences(shown: unknown, real: unknown, name = ''): readonly string[] {
  if (shown === REST) return [];
  if (Array.isArray(shown) && Array.isArray(real)) {
    const isOpen = shown.at(-1) === REST;
    const items: readonly unknown[] = isOpen ? shown.slice(0, -1) : shown;
    if (isOpen ? real.length < items.length : real.length !== items.length)
      return [`${name}: ${items.length} items on the page, ${real.length} in the response`];
    return items.flatMap((item, index) => differences(item, real[index], name));
  }
  if (isRecord(shown) && isRecord(real)) {
    const names = Object.keys(shown).filter((key) => key !== REST);
    const unknown = REST in shown ? [] : Object.keys(real).filter((key) => !(key in shown));
    return [
      ...unknown.map((key) => `${key} is not on the page`),
      ...names.flatMap((key) =>
        key in real ? differences(shown[key], real[key], key) : [`${key} is not in the response`],
      ),
    ];
  }
  return isLike(shown, real, name) ? [] : [`${name}: ${JSON.stringify(shown)} on the page, ${JSON.stringify(real)}`];
}

/** Whether a printed text is the one on the page, in which `…` means any characters. */
export function isPrinted(shown: string, real: string): boolean {
  const pattern = shown
    .trimEnd()
    .split(REST)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${pattern.join('[^]*')}$`).test(real.trimEnd());
}

function isLike(shown: unknown, real: unknown, name: string): boolean {
  if (typeof shown === 'number' && typeof real === 'number' && ID.test(name)) return true;
  if (typeof shown === 'string' && typeof real === 'string')
    return (TIME.test(shown) && TIME.test(real)) || isPrinted(shown, real);
  return shown === real;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
