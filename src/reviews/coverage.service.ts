import { Injectable } from '@nestjs/common';
import { notFound, type Selection } from '@libs/kernel';
import { FolderDirectory } from '@src/folders';
import type { Composition, Coverage } from './domain/coverage';
import { CompositionQuery } from './persistence/composition.query';

export interface ResolvedSelection {
  readonly mode: Coverage['mode'];
  readonly composition: Composition;
}

/**
 * Resolves a selection (an object, a folder or the account) to its objects and links. A new kind of selection is added only here.
 * A disabled object resolves to no links. Throws 404 if the account has no such object or folder.
 */
@Injectable()
export class CoverageService {
  constructor(
    private readonly coverages: CompositionQuery,
    private readonly folders: FolderDirectory,
  ) {}

  async resolve(accountId: number, selection: Selection): Promise<ResolvedSelection> {
    switch (selection.kind) {
      case 'object':
        return {
          mode: 'object',
          composition: requireFound(await this.coverages.ofObject(accountId, selection.objectId)),
        };
      case 'account':
        return { mode: 'objects', composition: await this.coverages.ofAccount(accountId) };
      case 'folder': {
        const objectIds = await this.folders.coveredObjects(accountId, selection.folderId);
        return { mode: 'objects', composition: await this.coverages.ofObjects(accountId, objectIds) };
      }
    }
  }
}

function requireFound(composition: Composition | null): Composition {
  if (composition === null) throw notFound();
  return composition;
}
