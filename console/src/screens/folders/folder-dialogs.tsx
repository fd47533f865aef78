import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemFacts, refusalOf } from '../../api/problem';
import { changeFolder, createFolder, deleteFolder, folderKeys, type Folder } from '../../api/queries/folders';
import { missing, useForm, type TextField } from '../../lib/use-form';
import { Confirm } from '../../parts/confirm';
import { WriteButton } from '../../parts/write-button';
import { foldersWords } from '../../words/en/folders';

export interface FolderDialog {
  readonly kind: 'create' | 'rename' | 'move' | 'delete';
  readonly folderId: number | null;
}

interface FolderDialogsProps {
  readonly accountId: number;
  readonly folders: readonly Folder[];
  readonly dialog: FolderDialog | null;
  readonly onClose: () => void;
  readonly onChoose: (folderId: number | null) => void;
}

type Found = Folder | Folder['subfolders'][number];

/** The dialogs that create, rename, move and delete a folder. */
export function FolderDialogs({ accountId, folders, dialog, onClose, onChoose }: FolderDialogsProps) {
  const folder = folders
    .flatMap((root): Found[] => [root, ...root.subfolders])
    .find(({ id }) => id === dialog?.folderId);
  const isForm = dialog !== null && dialog.kind !== 'delete' && (dialog.kind === 'create' || folder !== undefined);
  const titles = {
    create: foldersWords.add,
    rename: foldersWords.renameTitle(folder?.name ?? ''),
    move: foldersWords.moveTitle(folder?.name ?? ''),
    delete: '',
  };
  return (
    <>
      <Modal opened={isForm} onClose={onClose} title={<span dir="auto">{dialog && titles[dialog.kind]}</span>}>
        {isForm && (
          <FolderForm
            accountId={accountId}
            kind={dialog.kind}
            folder={folder}
            roots={folders}
            onClose={onClose}
            onChoose={onChoose}
          />
        )}
      </Modal>
      <DeleteFolder
        accountId={accountId}
        folder={dialog?.kind === 'delete' ? folder : undefined}
        onClose={onClose}
        onDeleted={() => onChoose(null)}
      />
    </>
  );
}

interface FolderFormProps {
  readonly accountId: number;
  readonly kind: FolderDialog['kind'];
  readonly folder: Found | undefined;
  readonly roots: readonly Folder[];
  readonly onClose: () => void;
  readonly onChoose: (folderId: number | null) => void;
}

const TOP = '';
const subfoldersOf = (folder: Found | undefined): number => folder?.subfolders.length ?? 0;

function FolderForm({ accountId, kind, folder, roots, onClose, onChoose }: FolderFormProps) {
  const save = useSaving(accountId, kind, folder, (id) => {
    onClose();
    if (kind === 'create') onChoose(id);
  });
  const hasName = kind !== 'move';
  const subfolders = kind === 'move' ? subfoldersOf(folder) : 0;
  const form = useForm({
    initial: { name: folder?.name ?? '', parent_folder_id: String(folder?.parent_folder_id ?? TOP) },
    check: ({ name }) => ({ name: hasName ? missing(name, foldersWords.nameMissing) : null }),
    onSend: ({ name, parent_folder_id: parent }) => {
      if (subfolders === 0) save.mutate({ name: name.trim(), parentId: parent === TOP ? null : Number(parent) });
    },
    refusal: refusalOf(save.error),
    refusedAt: hasName ? 'name' : 'parent_folder_id',
  });
  return (
    <form noValidate onSubmit={form.submit} className="folder-form">
      {hasName && <TextInput data-autofocus label={foldersWords.name} maxLength={200} {...form.text('name')} />}
      {kind !== 'rename' && (
        <ParentField
          isFirst={!hasName}
          parents={roots.filter(({ id }) => id !== folder?.id)}
          subfolders={subfolders}
          field={form.text('parent_folder_id')}
        />
      )}
      <div className="dialog-actions">
        <Button onClick={onClose}>{foldersWords.cancel}</Button>
        {subfolders === 0 && (
          <WriteButton type="submit" variant="filled" loading={save.isPending}>
            {kind === 'create' ? foldersWords.create : foldersWords.save}
          </WriteButton>
        )}
      </div>
    </form>
  );
}

interface ParentFieldProps {
  readonly isFirst: boolean;
  readonly parents: readonly Folder[];
  /** A folder with subfolders cannot be moved. */
  readonly subfolders: number;
  readonly field: TextField;
}

function ParentField({ isFirst, parents, subfolders, field }: ParentFieldProps) {
  const isStuck = subfolders > 0;
  return (
    <NativeSelect
      {...(isFirst ? { 'data-autofocus': true } : {})}
      label={foldersWords.parent}
      disabled={isStuck}
      {...field}
      error={isStuck ? foldersWords.moveSubfolders(subfolders) : field.error}
      data={[
        { value: TOP, label: foldersWords.top },
        ...parents.map(({ id, name: label }) => ({ value: String(id), label })),
      ]}
    />
  );
}

interface FolderFields {
  readonly name: string;
  readonly parentId: number | null;
}

/** Creates a folder, or changes its name or its parent. Calls `onSaved` with its id. */
function useSaving(
  accountId: number,
  kind: FolderDialog['kind'],
  folder: Found | undefined,
  onSaved: (id: number) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ name, parentId }: FolderFields) => {
      if (folder === undefined) return createFolder(accountId, { name, parent_folder_id: parentId });
      return changeFolder(accountId, folder.id, kind === 'rename' ? { name } : { parent_folder_id: parentId });
    },
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: folderKeys.all(accountId) });
      onSaved(id);
    },
  });
}

interface DeleteFolderProps {
  readonly accountId: number;
  readonly folder: Found | undefined;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

function DeleteFolder({ accountId, folder, onClose, onDeleted }: DeleteFolderProps) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (folderId: number) => deleteFolder(accountId, folderId),
    onSuccess: async () => {
      onDeleted();
      onClose();
      await queries.invalidateQueries({ queryKey: folderKeys.all(accountId) });
    },
  });
  return (
    <Confirm
      title={foldersWords.deleteTitle(folder?.name ?? '')}
      action={foldersWords.deleteFolder}
      isOpen={folder !== undefined}
      isPending={remove.isPending}
      problem={remove.error && problemFacts(remove.error).text}
      onConfirm={() => folder !== undefined && remove.mutate(folder.id)}
      onClose={() => {
        remove.reset();
        onClose();
      }}
    >
      <p>{foldersWords.deleteLoss(folder?.objects.length ?? 0)}</p>
    </Confirm>
  );
}
