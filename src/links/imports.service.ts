import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { inTurns } from '@libs/kernel';
import { lockAccount } from '@src/auth';
import { ObjectDirectory, ObjectsService, type ObjectOwner } from '@src/objects';
import { SourceCatalogue } from '@src/sources';
import type { BadLine, ImportLine } from './domain/import-file';
import { badLine, failedLine, importedLine, type ImportedLine } from './domain/import-result';
import { severalNamed, tryLines, type TriedLine } from './domain/import-trial';
import { LinksService } from './links.service';
import { LinkStore } from './persistence/link.store';

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
    for (const line of lines)
      results.push(
        'fault' in line ? badLine(line) : await this.execute(owner, line).catch((error) => failedLine(line, error)),
      );
    return results;
  }

  /** What `run` would do with the lines, and which other objects may be theirs. Writes nothing and sends no request to a platform. */
  async try(owner: ObjectOwner, lines: readonly (ImportLine | BadLine)[]): Promise<readonly TriedLine[]> {
    const { accountId, entitlements } = owner;
    const state = {
      objects: await this.directory.all(accountId),
      pages: await this.store.pagesOfAccount(accountId),
      allowedSources: entitlements.allowedSources,
      assertMayCreate: await this.objects.creationCheck(owner),
    };
    return inTurns(tryLines(lines, state, (url) => this.sources.detect(url)));
  }

  private execute(owner: ObjectOwner, line: ImportLine): Promise<ImportedLine> {
    return this.database.transaction(async () => {
      // Imports of one account wait for each other, so that two do not create the same object.
      await lockAccount(this.database, owner.accountId);
      const id = line.objectId ?? (await this.idNamed(owner.accountId, line.name));
      if (id !== null) {
        await this.directory.requireOwnedLocked(owner.accountId, id);
        return importedLine(line, false, id, await this.links.addMany(owner, id, line.urls));
      }
      const { object, outcomes } = await this.objects.create(owner, line.name, line.urls);
      return importedLine(line, true, object.id, outcomes);
    });
  }

  /** The account's object with this name; null without one. Throws `conflict` for a name of several objects. */
  private async idNamed(accountId: number, name: string): Promise<number | null> {
    const [first, second] = await this.directory.named(accountId, name);
    if (second !== undefined) throw severalNamed();
    return first ?? null;
  }
}
