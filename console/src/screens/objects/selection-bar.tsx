import { Button, Menu } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconFolderPlus } from '@tabler/icons-react';
import { problemFacts } from '../../api/problem';
import { addToFolder, folderKeys, foldersQuery } from '../../api/queries/folders';
import type { ObjectItem } from '../../api/queries/objects';
import { objectsWords } from '../../words/en/objects';
import { useSwitch } from './use-switch';

interface SelectionBarProps {
  readonly accountId: number;
  readonly chosen: readonly ObjectItem[];
  /** What is shown without a selection. */
  readonly note: string;
  readonly mayChange: boolean;
  readonly onClear: () => void;
}

/** What may be done with the selected objects. It keeps its place without a selection, so that the list does not move. */
export function SelectionBar({ accountId, chosen, note, mayChange, onClear }: SelectionBarProps) {
  const change = useSwitch(accountId);
  const add = useAddToFolder(accountId);
  const ids = chosen.map(({ id }) => id);
  const switchTo = (isActive: boolean): void => {
    add.reset();
    change.mutate({ ids, isActive });
  };
  const done = change.isSuccess
    ? objectsWords.switched(change.variables.ids.length, change.variables.isActive)
    : add.isSuccess
      ? objectsWords.addedToFolder(add.variables.ids.length, add.variables.name)
      : '';
  const problem = change.error
    ? objectsWords.nothingSwitched(problemFacts(change.error).text)
    : add.error && problemFacts(add.error).text;
  return (
    <div className="selection-bar" role="group" aria-label={objectsWords.selection}>
      {chosen.length === 0 || !mayChange ? (
        <span className="small muted num">{note}</span>
      ) : (
        <>
          <b className="small num">{objectsWords.selected(chosen.length)}</b>
          <Button onClick={() => switchTo(true)}>{objectsWords.switchOn}</Button>
          <Button onClick={() => switchTo(false)}>{objectsWords.switchOff}</Button>
          <FolderMenu
            accountId={accountId}
            onChoose={(folderId, name) => {
              change.reset();
              add.mutate({ folderId, name, ids });
            }}
          />
          <Button variant="subtle" onClick={onClear}>
            {objectsWords.clearSelection}
          </Button>
        </>
      )}
      <span role="status" className="small sub">
        <bdi>{done}</bdi>
      </span>
      {problem && (
        <span role="alert" className="small refused">
          {problem}
        </span>
      )}
    </div>
  );
}

interface FolderMenuProps {
  readonly accountId: number;
  readonly onChoose: (folderId: number, name: string) => void;
}

function FolderMenu({ accountId, onChoose }: FolderMenuProps) {
  const folders = useQuery(foldersQuery(accountId)).data ?? [];
  const lines = folders.flatMap((folder) => [
    { id: folder.id, name: folder.name },
    ...folder.subfolders.map((sub) => ({ id: sub.id, name: `${folder.name} / ${sub.name}` })),
  ]);
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button leftSection={<IconFolderPlus size={16} aria-hidden />}>{objectsWords.addToFolder}</Button>
      </Menu.Target>
      <Menu.Dropdown className="folder-menu">
        {lines.length === 0 && <Menu.Label>{objectsWords.noFolders}</Menu.Label>}
        {lines.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => onChoose(id, name)}>
            <bdi>{name}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface Added {
  readonly folderId: number;
  readonly name: string;
  readonly ids: readonly number[];
}

/** Adds objects to a folder and keeps its others. */
function useAddToFolder(accountId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ folderId, ids }: Added) => addToFolder(accountId, folderId, ids),
    onSettled: () => queries.invalidateQueries({ queryKey: folderKeys.all(accountId) }),
  });
}
