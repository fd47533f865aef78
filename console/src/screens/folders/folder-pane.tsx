import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemFacts } from '../../api/problem';
import { summaryQuery } from '../../api/queries/analytics';
import {
  addToFolder,
  type Folder,
  folderKeys,
  type FolderMember,
  foldersQuery,
  removeFromFolder,
} from '../../api/queries/folders';
import { formatAverage, formatNumber } from '../../lib/format';
import { LinkToObject } from '../../parts/link-to-object';
import { Empty } from '../../parts/states';
import { foldersWords } from '../../words/en/folders';
import { problemWords } from '../../words/en/problem';
import type { FolderDialog } from './folder-dialogs';
import { ObjectChoice } from './object-choice';

interface FolderPaneProps {
  readonly accountId: number;
  readonly folderId: number;
  readonly mayChange: boolean;
  readonly onDialog: (dialog: FolderDialog) => void;
}

type Found = Folder | Folder['subfolders'][number];
const allOf = (folders: readonly Folder[]): readonly Found[] => folders.flatMap((root) => [root, ...root.subfolders]);

/** A folder: its figures, its objects, and the objects that may be added. */
export function FolderPane({ accountId, folderId, mayChange, onDialog }: FolderPaneProps) {
  const folders = useQuery(foldersQuery(accountId)).data ?? [];
  const folder = allOf(folders).find(({ id }) => id === folderId);
  const members = useMembers(accountId, folderId);
  if (folder === undefined) return <Empty text={problemWords.codes['not_found'] ?? ''} />;
  const names = foldersOfObjects(folders, folderId);
  return (
    <section className="card folder-pane">
      <header className="card-head">
        <h2 dir="auto" className="folder-title">
          {folder.name}
        </h2>
        {mayChange && <FolderActions folder={folder} onDialog={onDialog} />}
      </header>
      <Figures accountId={accountId} folder={folder} />
      <div className="folder-members">
        <Members folder={folder} members={members} names={names} accountId={accountId} mayChange={mayChange} />
        {mayChange && (
          <ObjectChoice
            accountId={accountId}
            inFolder={new Set(folder.objects.map(({ id }) => id))}
            onAdd={(object) => members.add(object)}
          />
        )}
      </div>
    </section>
  );
}

interface MembersProps extends Pick<FolderPaneProps, 'accountId' | 'mayChange'> {
  readonly folder: Found;
  readonly members: ReturnType<typeof useMembers>;
  /** The names of the other folders of each object. */
  readonly names: ReadonlyMap<number, readonly string[]>;
}

/** The objects of the folder, each with a button that removes it. */
function Members({ accountId, folder, members, names, mayChange }: MembersProps) {
  return (
    <div>
      <h3>{foldersWords.members(folder.objects.length)}</h3>
      <p role="status" className="small sub list-note">
        {members.removed && (
          <>
            <bdi>{foldersWords.removed(members.removed.name)}</bdi>{' '}
            <button type="button" className="link plain" onClick={members.undo}>
              {foldersWords.undo}
            </button>
          </>
        )}
      </p>
      {members.problem !== null && (
        <p role="alert" className="small refused">
          {members.problem}
        </p>
      )}
      {folder.objects.length === 0 && <p className="sub">{foldersWords.noMembers}</p>}
      <ul className="member-list">
        {folder.objects.map((object) => (
          <li key={object.id}>
            <MemberName accountId={accountId} object={object} others={names.get(object.id)} />
            {mayChange && (
              <Button
                variant="subtle"
                aria-label={foldersWords.removeOf(object.name)}
                onClick={() => members.remove(object)}
              >
                {foldersWords.remove}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface FolderActionsProps {
  readonly folder: Found;
  readonly onDialog: (dialog: FolderDialog) => void;
}

function FolderActions({ folder, onDialog }: FolderActionsProps) {
  const [refusal, setRefusal] = useState('');
  const subfolders = folder.subfolders.length;
  const open = (kind: FolderDialog['kind']): void => onDialog({ kind, folderId: folder.id });
  return (
    <div className="folder-actions">
      <span role="alert" className="small refused">
        {subfolders > 0 && refusal}
      </span>
      <Button onClick={() => open('rename')}>{foldersWords.rename}</Button>
      <Button onClick={() => open('move')}>{foldersWords.move}</Button>
      <Button
        className="danger"
        onClick={() => (subfolders > 0 ? setRefusal(foldersWords.moveSubfolders(subfolders)) : open('delete'))}
      >
        {foldersWords.delete}
      </Button>
    </div>
  );
}

function Figures({ accountId, folder }: { readonly accountId: number; readonly folder: Found }) {
  const figures = useQuery(summaryQuery(accountId, { folder_id: folder.id })).data?.summary;
  const unanswered = figures && figures.total_reviews - figures.reply.total_with_reply;
  const average = figures?.avg_rating ?? null;
  const items = [
    [foldersWords.reviews, figures && formatNumber(figures.total_reviews)],
    [foldersWords.average, average === null ? foldersWords.none : formatAverage(average)],
    [foldersWords.unanswered, unanswered === undefined ? foldersWords.none : formatNumber(unanswered)],
  ] as const;
  return (
    <dl className="folder-figures num" title={folder.subfolders.length > 0 ? foldersWords.withSubfolders : undefined}>
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? foldersWords.none}</dd>
        </div>
      ))}
    </dl>
  );
}

interface MemberNameProps {
  readonly accountId: number;
  readonly object: FolderMember;
  readonly others: readonly string[] | undefined;
}

function MemberName({ accountId, object, others = [] }: MemberNameProps) {
  return (
    <span className="folder-member">
      <LinkToObject accountId={accountId} object={object} />
      {others.length > 0 && <bdi className="small muted">{foldersWords.alsoIn(others.join(', '))}</bdi>}
    </span>
  );
}

/** The names of the other folders of each object. */
function foldersOfObjects(folders: readonly Folder[], exceptId: number): ReadonlyMap<number, readonly string[]> {
  const names = new Map<number, string[]>();
  for (const { id, name, objects } of allOf(folders)) {
    if (id === exceptId) continue;
    for (const object of objects) names.set(object.id, [...(names.get(object.id) ?? []), name]);
  }
  return names;
}

/** Adds and removes objects, each by one request that keeps the other objects of the folder. */
function useMembers(accountId: number, folderId: number) {
  const queries = useQueryClient();
  const [removed, setRemoved] = useState<FolderMember | null>(null);
  const change = useMutation({
    mutationFn: ({ object, isIn }: { readonly object: FolderMember; readonly isIn: boolean }) =>
      (isIn ? addToFolder : removeFromFolder)(accountId, folderId, [object.id]),
    onSuccess: (_, { object, isIn }) => setRemoved(isIn ? null : object),
    onSettled: () => queries.invalidateQueries({ queryKey: folderKeys.all(accountId) }),
  });
  return {
    add: (object: FolderMember) => change.mutate({ object, isIn: true }),
    remove: (object: FolderMember) => change.mutate({ object, isIn: false }),
    undo: () => removed && change.mutate({ object: removed, isIn: true }),
    removed,
    problem: change.error && problemFacts(change.error).text,
  };
}
