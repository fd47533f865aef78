import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError, isUnavailable, type ErrorCode } from '@libs/kernel';
import { lockAccount } from '@src/auth';
import {
  ObjectDirectory,
  ObjectsService,
  type LinkOutcome,
  type LinkRefusalCode,
  type ObjectOwner,
} from '@src/objects';
import { SourceCatalogue } from '@src/sources';
import { decideLinks, type LinkedPage } from './domain/add-link';
import type { BadLine, ImportLine } from './domain/import-file';
import { resultOf, type ImportResult } from './domain/import-result';
import { LinksService } from './links.service';
import { LinkStore } from './persistence/link.store';

/** What a line did, or would do in a trial. */
export interface ImportedLine {
  readonly line: number;
  readonly result: ImportResult;
  readonly name: string | null;
  /** The object; null if the line was refused, and for an object that a trial would create. */
  readonly objectId: number | null;
  /** One per address. */
  readonly outcomes: readonly LinkOutcome[];
  readonly refusal: { readonly code: ErrorCode | LinkRefusalCode; readonly reason: string } | null;
}

/** An object that a line names: one of the account, or one that an earlier line of a trial would create. */
interface KnownObject {
  readonly id: number | null;
  /** Its pages, with those of earlier lines. */
  readonly pages: LinkedPage[];
}

/** The state of a trial, in which earlier lines count as executed. */
interface Trial {
  readonly byName: Map<string, KnownObject>;
  readonly byId: Map<number, KnownObject>;
  created: number;
}

/**
 * Creates objects and links from the lines of a file (contract §4.19). Each line is executed as the single calls are, in a transaction of
 * its own: a refused line affects no other one, and a file that is sent again finds what is there.
 */
@Injectable()
export class ImportsService {
  constructor(
    private readonly database: Database,
    private readonly objects: ObjectsService,
    private readonly directory: ObjectDirectory,
    private readonly links: LinksService,
    private readonly store: LinkStore,
    private readonly sources: SourceCatalogue,
  ) {}

  /** Executes the lines in their order. */
  async run(owner: ObjectOwner, lines: readonly (ImportLine | BadLine)[]): Promise<readonly ImportedLine[]> {
    const results: ImportedLine[] = [];
    for (const line of lines) results.push(await refusing(line, (good) => this.execute(owner, good)));
    return results;
  }

  /** What `run` would do with the lines. Writes nothing and sends no request to a platform. */
  async try(owner: ObjectOwner, lines: readonly (ImportLine | BadLine)[]): Promise<readonly ImportedLine[]> {
    const trial: Trial = { byName: new Map(), byId: new Map(), created: 0 };
    const results: ImportedLine[] = [];
    for (const line of lines) results.push(await refusing(line, (good) => this.simulate(owner, good, trial)));
    return results;
  }

  private execute(owner: ObjectOwner, line: ImportLine): Promise<ImportedLine> {
    return this.database.transaction(async () => {
      // Imports of one account wait for each other, so that two do not create the same object.
      await lockAccount(this.database, owner.accountId);
      const id = line.objectId ?? (await this.idNamed(owner.accountId, line.name));
      if (id !== null) {
        await this.directory.requireOwnedLocked(owner.accountId, id);
        return imported(line, false, id, await this.links.addMany(owner, id, line.urls));
      }
      const { object, outcomes } = await this.objects.create(owner, line.name, line.urls);
      return imported(line, true, object.id, outcomes);
    });
  }

  private async simulate(owner: ObjectOwner, line: ImportLine, trial: Trial): Promise<ImportedLine> {
    const known = await this.knownIn(trial, owner.accountId, line);
    if (known === null) await this.objects.requireMayCreate(owner, trial.created);
    const pages = known?.pages ?? [];
    const candidates = line.urls.map((url) => ({ url, page: this.sources.detect(url) }));
    const decisions = decideLinks(candidates, pages, owner.entitlements.allowedSources);
    const outcomes = decisions.map((decision): LinkOutcome => {
      const { url, sourceSlug } = decision;
      return { url, sourceSlug, linkId: null, refusal: 'refusal' in decision ? decision.refusal : null };
    });
    pages.push(...decisions.flatMap((decision) => ('add' in decision ? [decision.add] : [])));
    if (known === null) {
      trial.created += 1;
      trial.byName.set(line.name, { id: null, pages });
    }
    return imported(line, known === null, known?.id ?? null, outcomes);
  }

  private async knownIn(trial: Trial, accountId: number, line: ImportLine): Promise<KnownObject | null> {
    const made = line.objectId === null ? trial.byName.get(line.name) : undefined;
    if (made !== undefined) return made;
    const id = await this.idOf(accountId, line);
    if (id === null) return null;
    const known = trial.byId.get(id) ?? { id, pages: [...(await this.store.pagesOf(accountId, id))] };
    trial.byId.set(id, known);
    return known;
  }

  /** The object that a line names; null if it is a new one. Throws 404 for a foreign id, and `conflict` for a name of several objects. */
  private async idOf(accountId: number, { objectId, name }: ImportLine): Promise<number | null> {
    return objectId === null
      ? this.idNamed(accountId, name)
      : (await this.directory.requireOwned(accountId, objectId)).id;
  }

  /** The account's object with this name; null without one. Throws `conflict` for a name of several objects. */
  private async idNamed(accountId: number, name: string): Promise<number | null> {
    const [first, second] = await this.directory.named(accountId, name);
    if (second !== undefined) throw new AppError('conflict', 'Several objects have this name; give the object_id');
    return first ?? null;
  }
}

function imported(
  { line, name }: ImportLine,
  isNew: boolean,
  objectId: number | null,
  outcomes: readonly LinkOutcome[],
): ImportedLine {
  const { result, refusal } = resultOf(isNew, outcomes);
  return { line, name, result, objectId, outcomes, refusal };
}

/** The result of a line. An error that refuses the line, as single calls are refused, is its result; others are thrown. */
async function refusing(
  line: ImportLine | BadLine,
  work: (line: ImportLine) => Promise<ImportedLine>,
): Promise<ImportedLine> {
  const refused = (name: string | null, code: ErrorCode, reason: string): ImportedLine => ({
    ...{ line: line.line, name, result: 'refused', objectId: null, outcomes: [], refusal: { code, reason } },
  });
  if ('fault' in line) return refused(null, 'validation_error', line.fault);
  try {
    return await work(line);
  } catch (error) {
    if (!(error instanceof AppError) || isUnavailable(error)) throw error;
    return refused(line.name, error.code, error.detail);
  }
}
