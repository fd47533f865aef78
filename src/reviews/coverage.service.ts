import { Injectable } from '@nestjs/common';
import { notFound, type Addressee } from '@libs/kernel';
import { FolderDirectory } from '@src/folders';
import type { Composition, Coverage } from './domain/coverage';
import { CoverageQuery } from './persistence/coverage.query';

export interface ResolvedAddressee {
  readonly mode: Coverage['mode'];
  readonly composition: Composition;
}

/**
 * Resolves an addressee (an object, a folder or the account) to its objects and links. A new kind of addressee is added only here.
 * A disabled object resolves to no links. Throws 404 if the account has no such object or folder.
 */
@Injectable()
export class CoverageService {
  constructor(
    private readonly coverages: CoverageQuery,
    private readonly folders: FolderDirectory,
  ) {}

  async resolve(accountId: number, addressee: Addressee): Promise<ResolvedAddressee> {
    switch (addressee.kind) {
      case 'object':
        return {
          mode: 'object',
          composition: requireFound(await this.coverages.objectComposition(accountId, addressee.objectId)),
        };
      case 'account':
        return { mode: 'composition', composition: await this.coverages.accountComposition(accountId) };
      case 'folder': {
        const objectIds = await this.folders.coveredObjects(accountId, addressee.folderId);
        return { mode: 'composition', composition: await this.coverages.objectsComposition(accountId, objectIds) };
      }
    }
  }
}

function requireFound(composition: Composition | null): Composition {
  if (composition === null) throw notFound();
  return composition;
}
