import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useParams } from '@tanstack/react-router';
import { IconFolderPlus } from '@tabler/icons-react';
import { useCallback, useRef, useState } from 'react';
import { problemFacts } from '../../api/problem';
import { foldersQuery, type Folder } from '../../api/queries/folders';
import { mayActAs } from '../../api/queries/session';
import { recordRows } from '../../lib/csv';
import { curlOf } from '../../lib/curl';
import { useKeys } from '../../lib/keys';
import { numberOf } from '../../lib/url-state';
import { SearchField } from '../../parts/filters';
import { PageMenu } from '../../parts/page-menu';
import { Empty, Filtered, Loading, Problem } from '../../parts/states';
import { foldersWords } from '../../words/en/folders';
import { FolderDialogs, type FolderDialog } from './folder-dialogs';
import { FolderPane } from './folder-pane';
import { FolderTree } from './folder-tree';
import { treeLines } from './tree';
import './folders.css';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/folders');
const OPEN_AT_MOST = 50;

/** The folders of the account, and the objects of one folder. */
export function FoldersScreen() {
  const { account } = accountRoute.useRouteContext();
  const { search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const folders = useQuery(foldersQuery(account.id));
  const [dialog, setDialog] = useState<FolderDialog | null>(null);
  const choose = useChoosing(account.id);
  const searchField = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => searchField.current?.focus() });
  const onSearch = useCallback(
    (text: string) => void navigate({ search: { search: text === '' ? undefined : text }, replace: true }),
    [navigate],
  );
  const mayChange = mayActAs(account.role, 'member');
  const add = (): void => setDialog({ kind: 'create', folderId: null });
  return (
    <div className="page">
      <title>{foldersWords.title}</title>
      <div className="head">
        <h1>{foldersWords.title}</h1>
        <div className="actions">
          <SearchField ref={searchField} label={foldersWords.search} value={search} onSearch={onSearch} />
          {mayChange && (
            <Button variant="filled" leftSection={<IconFolderPlus size={16} aria-hidden />} onClick={add}>
              {foldersWords.add}
            </Button>
          )}
          <PageMenu
            call={{ path: '/v3/folders' }}
            csv={folders.data && { name: 'folders', rows: () => csvRows(folders.data) }}
            actions={mayChange ? [{ label: foldersWords.add, run: add }] : []}
          />
        </div>
      </div>
      {folders.isPending && <Loading rows={8} onRetry={() => void folders.refetch()} />}
      {folders.error && <Problem {...problemFacts(folders.error)} onRetry={() => void folders.refetch()} />}
      {folders.data && (
        <Folders
          accountId={account.id}
          folders={folders.data}
          search={search}
          mayChange={mayChange}
          onClear={() => onSearch('')}
          onChoose={choose}
          onDialog={setDialog}
        />
      )}
      <FolderDialogs
        accountId={account.id}
        folders={folders.data ?? []}
        dialog={dialog}
        onClose={() => setDialog(null)}
        onChoose={choose}
      />
    </div>
  );
}

/** Opens a folder, or with null the screen without one. */
function useChoosing(account: number): (folderId: number | null) => void {
  const navigate = route.useNavigate();
  return (folder) => {
    const accountId = String(account);
    if (folder === null)
      void navigate({ to: '/a/$accountId/folders', params: { accountId }, search: (before) => before });
    else
      void navigate({
        to: '/a/$accountId/folders/$folderId',
        params: { accountId, folderId: String(folder) },
        search: (before) => before,
      });
  };
}

interface FoldersProps {
  readonly accountId: number;
  readonly folders: readonly Folder[];
  readonly search: string;
  readonly mayChange: boolean;
  readonly onClear: () => void;
  readonly onChoose: (folderId: number) => void;
  readonly onDialog: (dialog: FolderDialog) => void;
}

/** The tree of the folders, with the chosen one beside it. */
function Folders({ accountId, folders, search, mayChange, onClear, onChoose, onDialog }: FoldersProps) {
  const chosenId = numberOf(useParams({ strict: false }).folderId) ?? null;
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set());
  const lines = treeLines(folders, openFolders(folders, toggled, chosenId), search);
  const toggle = (id: number): void => {
    const next = new Set(toggled);
    if (!next.delete(id)) next.add(id);
    setToggled(next);
  };
  if (folders.length === 0)
    return <Empty text={foldersWords.empty} curl={curlOf(NEW_FOLDER, window.location.origin)} />;
  if (lines.length === 0) return <Filtered text={foldersWords.noMatch} count={1} onClear={onClear} />;
  return (
    <div className={chosenId === null ? 'folders' : 'folders chosen'}>
      <section className="card">
        <FolderTree
          lines={lines}
          chosenId={chosenId}
          onChoose={onChoose}
          onOpen={toggle}
          onRename={mayChange ? (folderId) => onDialog({ kind: 'rename', folderId }) : null}
          onMove={mayChange ? (folderId) => onDialog({ kind: 'move', folderId }) : null}
        />
        {mayChange && <p className="card-foot small muted">{foldersWords.keys}</p>}
      </section>
      {chosenId === null ? (
        <Empty text={foldersWords.choose} />
      ) : (
        <FolderPane
          key={chosenId}
          accountId={accountId}
          folderId={chosenId}
          mayChange={mayChange}
          onDialog={onDialog}
        />
      )}
    </div>
  );
}

const NEW_FOLDER = { method: 'POST', path: '/v3/folders', body: { name: 'North' } } as const;

/** One row for each folder, with its objects. */
const csvRows = (folders: readonly Folder[]) =>
  recordRows(
    folders
      .flatMap((root) => [root, ...root.subfolders])
      .map((folder) => ({ ...folder, object_ids: folder.objects.map(({ id }) => id) })),
    ['id', 'name', 'parent_folder_id', 'object_ids'],
  );

/** With few folders all are open until they are closed; with many, only the parent of the chosen one and those that were opened. */
function openFolders(
  folders: readonly Folder[],
  toggled: ReadonlySet<number>,
  chosenId: number | null,
): ReadonlySet<number> {
  const isFew = folders.reduce((sum, { subfolders }) => sum + 1 + subfolders.length, 0) <= OPEN_AT_MOST;
  const hasChosen = ({ subfolders }: Folder): boolean => subfolders.some(({ id }) => id === chosenId);
  return new Set(
    folders.filter((folder) => (isFew || hasChosen(folder)) !== toggled.has(folder.id)).map(({ id }) => id),
  );
}
