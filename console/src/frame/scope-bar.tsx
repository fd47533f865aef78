import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { foldersQuery, type Folder } from '../api/queries/folders';
import { objectsQuery } from '../api/queries/objects';
import type { ScopeChoice } from '../parts/scope-picker';
import type { PlaceKey } from './places';
import { scopeParameters, useScope } from './scope';

// Loaded beside the objects that it offers, so that the frame is painted before both.
const loadPicker = import('../parts/scope-picker');
const ScopePicker = lazy(async () => ({ default: (await loadPicker).ScopePicker }));

/** Chooses what the overview, the inbox and the analytics show. The choice is in the address and is kept between them. */
export function ScopeBar({ accountId, place }: { readonly accountId: number; readonly place: PlaceKey }) {
  const scope = useScope();
  const navigate = useNavigate();
  const objects = useQuery(objectsQuery(accountId));
  const folders = useQuery(foldersQuery(accountId));
  if (objects.data === undefined) return null;
  return (
    <Suspense>
      <ScopePicker
        value={scope}
        total={objects.data.total}
        objects={objects.data.data.map(({ id, name }) => ({ value: `object:${id}`, name }))}
        folders={folderChoices(folders.data ?? [])}
        onChoose={(chosen) =>
          void navigate({
            to: '.',
            search: (before: object) => ({ ...before, offset: undefined, ...scopeParameters(place, chosen) }),
          })
        }
      />
    </Suspense>
  );
}

/** Folders with those above them in their name, in the order of the tree. */
function folderChoices(folders: readonly Folder[]): readonly ScopeChoice[] {
  return folders.flatMap((folder) => [
    { value: `folder:${folder.id}`, name: folder.name },
    ...folder.subfolders.map(({ id, name }) => ({ value: `folder:${id}`, name: `${folder.name} / ${name}` })),
  ]);
}
