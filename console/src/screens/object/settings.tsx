import { Button, Checkbox, Switch, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { problemFacts, refusalOf } from '../../api/problem';
import { addToFolder, folderKeys, foldersQuery, removeFromFolder, type Folder } from '../../api/queries/folders';
import { deleteObject, objectKeys, renameObject, switchObjects } from '../../api/queries/objects';
import { missing, useForm } from '../../lib/use-form';
import { Confirm } from '../../parts/confirm';
import { SearchField } from '../../parts/filters';
import { WriteButton } from '../../parts/write-button';
import { objectWords } from '../../words/en/object';
import { EmbedsCard } from './embeds';
import { useOpenObject } from './use-object';

/** The name, the folders, the snippets for web pages and the switch of the object, and its deletion. */
export function SettingsTab() {
  const { mayChange } = useOpenObject();
  return (
    <div className="object-settings">
      {mayChange && <NameForm />}
      <FolderList />
      <EmbedsCard />
      {mayChange && <CollectionSwitch />}
      {mayChange && <Deletion />}
    </div>
  );
}

function NameForm() {
  const { accountId, object } = useOpenObject();
  const queries = useQueryClient();
  const rename = useMutation({
    mutationFn: (name: string) => renameObject(accountId, object.id, name),
    onSuccess: () => queries.invalidateQueries({ queryKey: objectKeys.all(accountId) }),
  });
  const form = useForm({
    initial: { name: object.name },
    check: ({ name }) => ({ name: missing(name, objectWords.nameMissing) }),
    isEager: true,
    onSend: ({ name }) => {
      if (name.trim() !== object.name) rename.mutate(name.trim());
    },
    onEdit: rename.reset,
    refusal: refusalOf(rename.error),
    refusedAt: 'name',
  });
  return (
    <section className="card settings-card">
      <form noValidate onSubmit={form.submit}>
        <TextInput label={objectWords.name} maxLength={200} {...form.text('name')} />
        <WriteButton type="submit" loading={rename.isPending}>
          {objectWords.rename}
        </WriteButton>
        <span role="status" className="small sub">
          {rename.isSuccess && objectWords.renamed}
        </span>
      </form>
    </section>
  );
}

interface FolderLine {
  readonly id: number;
  readonly path: string;
  readonly objectIds: readonly number[];
}

const linesOf = (folders: readonly Folder[]): readonly FolderLine[] =>
  folders.flatMap((folder) => [
    { id: folder.id, path: folder.name, objectIds: folder.objects.map(({ id }) => id) },
    ...folder.subfolders.map((sub) => ({
      id: sub.id,
      path: `${folder.name} / ${sub.name}`,
      objectIds: sub.objects.map(({ id }) => id),
    })),
  ]);

const SEARCHED_FROM = 12;

function FolderList() {
  const { accountId } = useOpenObject();
  const folders = useQuery(foldersQuery(accountId));
  const [search, setSearch] = useState('');
  const lines = linesOf(folders.data ?? []);
  const shown = lines.filter(({ path }) => path.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()));
  return (
    <section className="card settings-card">
      <h2>{objectWords.inFolders}</h2>
      {folders.error && <p role="alert">{problemFacts(folders.error).text}</p>}
      {folders.data && lines.length === 0 && <p className="sub">{objectWords.noFolders}</p>}
      {lines.length >= SEARCHED_FROM && (
        <SearchField label={objectWords.searchFolders} value={search} onSearch={setSearch} />
      )}
      <ul className="folder-choice">
        {shown.map((line) => (
          <li key={line.id}>
            <FolderChoice line={line} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FolderChoice({ line }: { readonly line: FolderLine }) {
  const { accountId, object, mayChange } = useOpenObject();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (isIn: boolean) => (isIn ? addToFolder : removeFromFolder)(accountId, line.id, [object.id]),
    onSettled: () => queries.invalidateQueries({ queryKey: folderKeys.all(accountId) }),
  });
  return (
    <Checkbox
      label={<bdi>{line.path}</bdi>}
      checked={change.isPending ? change.variables : line.objectIds.includes(object.id)}
      disabled={!mayChange}
      error={change.error && problemFacts(change.error).text}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  );
}

function CollectionSwitch() {
  const { accountId, object } = useOpenObject();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (isActive: boolean) => switchObjects(accountId, [object.id], isActive),
    onSettled: () => queries.invalidateQueries({ queryKey: ['account', accountId] }),
  });
  return (
    <section className="card settings-card">
      <h2>{objectWords.collection}</h2>
      <Switch
        label={objectWords.isOn}
        description={objectWords.isOnHelp}
        checked={change.isPending ? change.variables : object.is_active}
        error={change.error && problemFacts(change.error).text}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
    </section>
  );
}

function Deletion() {
  const { accountId, object } = useOpenObject();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteObject(accountId, object.id),
    onSuccess: async () => {
      await navigate({ to: '/a/$accountId/objects', params: { accountId: String(accountId) }, search: {} });
      queries.removeQueries({ queryKey: objectKeys.single(accountId, object.id) });
      await queries.invalidateQueries({ queryKey: ['account', accountId] });
    },
  });
  const reviews = object.links.reduce((sum, link) => sum + link.collected_count, 0);
  return (
    <section className="card settings-card">
      <h2>{objectWords.deleteObject}</h2>
      <p className="sub">{objectWords.deleteLoss(reviews)}</p>
      <Button className="danger" onClick={() => setOpen(true)}>
        {objectWords.deleteObject}
      </Button>
      <Confirm
        title={objectWords.deleteTitle(object.name)}
        action={objectWords.deleteObject}
        typed={object.name}
        isOpen={isOpen}
        isPending={remove.isPending}
        problem={remove.error && problemFacts(remove.error).text}
        onConfirm={() => remove.mutate()}
        onClose={() => setOpen(false)}
      >
        <p>{objectWords.deleteLoss(reviews)}</p>
      </Confirm>
    </section>
  );
}
