/** What the lines of an import would do (contract §4.19), by the state of the account before the first of them. */
import { AppError, notFound } from '@libs/kernel';
import type { LinkOutcome, NamedObject } from '@src/objects';
import type { DetectedPage } from '@src/sources';
import { decideLinks, pageKey, type LinkedPage } from './add-link';
import type { BadLine, ImportLine } from './import-file';
import { badLine, failedLine, importedLine, type ImportedLine } from './import-result';

/** A page that is linked to an object of the account. */
export interface PageOfObject extends LinkedPage {
  readonly objectId: number;
}

/** An account, as far as an import depends on it. */
export interface AccountState {
  /** Its objects, enabled or disabled. */
  readonly objects: readonly NamedObject[];
  readonly pages: readonly PageOfObject[];
  /** The slugs of the plan; null for all. */
  readonly allowedSources: readonly string[] | null;
  /** Throws if the account may not create one more object after `others` more. */
  readonly assertMayCreate: (others: number) => void;
}

/** Another object, of the account or of another line, that may be the one of a line. One of `objectId` and `line` is null. */
export interface SimilarObject {
  /** What is the same: a page that the line would link, or the name apart from case, width and spaces. */
  readonly same: 'page' | 'name';
  readonly objectId: number | null;
  readonly line: number | null;
  readonly name: string;
}

/** A line that was tried, with the objects that may be the same as its own. */
export interface TriedLine extends ImportedLine {
  readonly similar: readonly SimilarObject[];
}

const SIMILAR_AT_MOST = 10;

/** An object that lines name: one of the account, or one that a line would create. */
interface Target {
  readonly id: number | null;
  /** Its pages, with those of the lines so far. */
  readonly pages: LinkedPage[];
}

/** A line that was not refused. */
interface Accepted {
  readonly line: number;
  readonly name: string;
  readonly target: Target;
  readonly isNew: boolean;
  readonly added: readonly LinkedPage[];
}

/** The results of the lines in their order; earlier lines count as executed. Yields after each line, object and page (`inTurns`). */
export function* tryLines(
  lines: readonly (ImportLine | BadLine)[],
  state: AccountState,
  detect: (url: string) => DetectedPage,
): Generator<void, readonly TriedLine[], void> {
  const trial = new Trial(state, detect);
  yield* trial.readState();
  const results: ImportedLine[] = [];
  for (const line of lines) {
    results.push('fault' in line ? badLine(line) : trial.take(line));
    yield;
  }
  const similar = yield* similarObjects(trial.accepted, state);
  return results.map((result) => ({ ...result, similar: similar.get(result.line) ?? [] }));
}

class Trial {
  readonly accepted: Accepted[] = [];
  private readonly byId = new Map<number, Target>();
  private readonly byName = new Map<string, Target[]>();
  private created = 0;

  constructor(
    private readonly state: AccountState,
    private readonly detect: (url: string) => DetectedPage,
  ) {}

  /** Call it first. */
  *readState(): Generator<void, void, void> {
    for (const { id, name } of this.state.objects) {
      const target = { id, pages: [] };
      this.byId.set(id, target);
      this.addName(name, target);
      yield;
    }
    for (const { objectId, ...page } of this.state.pages) {
      this.byId.get(objectId)?.pages.push(page);
      yield;
    }
  }

  take(line: ImportLine): ImportedLine {
    try {
      return this.accept(line);
    } catch (error) {
      return failedLine(line, error);
    }
  }

  private accept(line: ImportLine): ImportedLine {
    const known = this.targetOf(line);
    if (known === null) this.state.assertMayCreate(this.created);
    const target = known ?? { id: null, pages: [] };
    const candidates = line.urls.map((url) => ({ url, page: this.detect(url) }));
    const decisions = decideLinks(candidates, target.pages, this.state.allowedSources);
    const added = decisions.flatMap((decision) => ('add' in decision ? [decision.add] : []));
    target.pages.push(...added);
    if (known === null) {
      this.created += 1;
      this.addName(line.name, target);
    }
    this.accepted.push({ line: line.line, name: line.name, target, isNew: known === null, added });
    const outcomes = decisions.map((decision): LinkOutcome => {
      const { url, sourceSlug } = decision;
      return { url, sourceSlug, linkId: null, refusal: 'refusal' in decision ? decision.refusal : null };
    });
    return importedLine(line, known === null, target.id, outcomes);
  }

  /** The object that a line names; null if it is a new one. */
  private targetOf({ objectId, name }: ImportLine): Target | null {
    if (objectId !== null) {
      const target = this.byId.get(objectId);
      if (target === undefined) throw notFound();
      return target;
    }
    const [first = null, second] = this.byName.get(name) ?? [];
    if (second !== undefined) throw severalNamed();
    return first;
  }

  private addName(name: string, target: Target): void {
    const targets = this.byName.get(name);
    if (targets === undefined) this.byName.set(name, [target]);
    else targets.push(target);
  }
}

/** The refusal of a name that several objects have. */
export const severalNamed = (): AppError =>
  new AppError('conflict', 'Several objects have this name; give the object_id');

/** The objects that may be the same as that of a line, by the line: those with its new pages, and, if it is new, those with its name. */
function* similarObjects(
  accepted: readonly Accepted[],
  { objects, pages }: AccountState,
): Generator<void, ReadonlyMap<number, readonly SimilarObject[]>, void> {
  const names = new Map(objects.map(({ id, name }) => [id, name]));
  const [owners, linesOfPage] = [new Groups<NamedObject>(), new Groups<Accepted>()];
  const [namesakes, linesOfName] = [new Groups<NamedObject>(), new Groups<Accepted>()];
  for (const page of pages) {
    owners.add(pageKey(page), { id: page.objectId, name: names.get(page.objectId) ?? '' });
    yield;
  }
  for (const object of objects) {
    namesakes.add(foldName(object.name), object);
    yield;
  }
  for (const line of accepted) {
    for (const page of line.added) linesOfPage.add(pageKey(page), line);
    if (line.isNew) linesOfName.add(foldName(line.name), line);
    yield;
  }
  const similarTo = (line: Accepted): readonly SimilarObject[] => {
    const name = foldName(line.name);
    return [
      ...line.added.map(pageKey).flatMap((key) => others('page', line, owners.of(key), linesOfPage.of(key))),
      ...(line.isNew ? others('name', line, namesakes.of(name), linesOfName.of(name)) : []),
    ];
  };
  const similar = new Map<number, readonly SimilarObject[]>();
  for (const line of accepted) {
    similar.set(line.line, similarTo(line).slice(0, SIMILAR_AT_MOST));
    yield;
  }
  return similar;
}

/** Those of the objects and lines that are another object than that of the line. */
const others = (
  same: SimilarObject['same'],
  { target }: Accepted,
  objects: readonly NamedObject[],
  lines: readonly Accepted[],
): readonly SimilarObject[] => [
  ...objects.filter(({ id }) => id !== target.id).map(({ id, name }) => ({ same, objectId: id, line: null, name })),
  ...lines.filter((other) => other.target !== target).map(({ line, name }) => ({ same, objectId: null, line, name })),
];

/** Names that a person reads as the same: any case, any form of Unicode, one space for several. */
const foldName = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** The first items of each key: as many as can be shown, and one, because a line has a page, and is created, at most once itself. */
class Groups<T> {
  private readonly byKey = new Map<string, T[]>();

  add(key: string, item: T): void {
    const group = this.byKey.get(key);
    if (group === undefined) this.byKey.set(key, [item]);
    else if (group.length <= SIMILAR_AT_MOST) group.push(item);
  }

  of(key: string): readonly T[] {
    return this.byKey.get(key) ?? [];
  }
}
