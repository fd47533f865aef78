import type { Folder } from '../../api/queries/folders';

/** A folder as a line of the tree. */
export interface TreeLine {
  readonly id: number;
  readonly name: string;
  readonly parentId: number | null;
  readonly level: 1 | 2;
  readonly subfolders: number;
  /** Objects in it and in its subfolders; an object in several of them counts once. */
  readonly objects: number;
  /** Null: it has no subfolders. */
  readonly isOpen: boolean | null;
  /** The place among its siblings, from 1, and their number. */
  readonly place: number;
  readonly of: number;
}

/** The lines of the tree that are shown: the subfolders of open folders, and with a search only what it finds, with its parents. */
export function treeLines(folders: readonly Folder[], open: ReadonlySet<number>, search: string): readonly TreeLine[] {
  const text = search.trim().toLocaleLowerCase();
  const fits = ({ name }: { readonly name: string }): boolean => name.toLocaleLowerCase().includes(text);
  const roots = folders.filter((folder) => fits(folder) || folder.subfolders.some(fits));
  return roots.flatMap((folder, place): readonly TreeLine[] => {
    const subfolders = text === '' || fits(folder) ? folder.subfolders : folder.subfolders.filter(fits);
    const isOpen = text === '' ? open.has(folder.id) : true;
    const root = {
      id: folder.id,
      name: folder.name,
      parentId: null,
      level: 1 as const,
      subfolders: folder.subfolders.length,
      objects: new Set([folder, ...folder.subfolders].flatMap(({ objects }) => objects.map(({ id }) => id))).size,
      isOpen: folder.subfolders.length === 0 ? null : isOpen,
      place: place + 1,
      of: roots.length,
    };
    if (!isOpen) return [root];
    const children = subfolders.map((sub, index) => ({
      id: sub.id,
      name: sub.name,
      parentId: folder.id,
      level: 2 as const,
      subfolders: 0,
      objects: sub.objects.length,
      isOpen: null,
      place: index + 1,
      of: subfolders.length,
    }));
    return [root, ...children];
  });
}
