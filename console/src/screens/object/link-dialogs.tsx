import { Modal, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemFacts, refusalOf } from '../../api/problem';
import { changeLink, deleteLink } from '../../api/queries/object-links';
import { objectKeys, type ObjectLink } from '../../api/queries/objects';
import { useFocusReturn } from '../../lib/focus-return';
import { useForm } from '../../lib/use-form';
import { Confirm } from '../../parts/confirm';
import { DialogActions } from '../../parts/dialog-actions';
import { objectWords } from '../../words/en/object';
import { linkName } from './link-state';
import { useOpenObject } from './use-object';

interface LinkDialogProps {
  /** The dialog is open while there is a link. */
  readonly link: ObjectLink | undefined;
  readonly onClose: () => void;
}

export function RenameLink({ link, onClose }: LinkDialogProps) {
  useFocusReturn(link !== undefined);
  return (
    <Modal opened={link !== undefined} onClose={onClose} title={objectWords.renameLink}>
      {link !== undefined && <RenameForm key={link.id} link={link} onClose={onClose} />}
    </Modal>
  );
}

function RenameForm({ link, onClose }: { readonly link: ObjectLink; readonly onClose: () => void }) {
  const { accountId, objectId } = useOpenObject();
  const queries = useQueryClient();
  const rename = useMutation({
    mutationFn: (name: string) => changeLink(accountId, objectId, link.id, { link_name: name === '' ? null : name }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: objectKeys.all(accountId) });
      onClose();
    },
  });
  const form = useForm({
    initial: { link_name: link.link_name ?? '' },
    onSend: ({ link_name: name }) => rename.mutate(name.trim()),
    refusal: refusalOf(rename.error),
    refusedAt: 'link_name',
  });
  return (
    <form noValidate onSubmit={form.submit} className="object-form">
      <TextInput
        data-autofocus
        label={objectWords.linkName}
        description={objectWords.linkNameHelp(linkName({ ...link, link_name: null }))}
        maxLength={200}
        {...form.text('link_name')}
      />
      <DialogActions
        cancel={objectWords.cancel}
        onCancel={onClose}
        action={objectWords.save}
        isPending={rename.isPending}
      />
    </form>
  );
}

export function DeleteLink({ link, onClose }: LinkDialogProps) {
  const { accountId, objectId } = useOpenObject();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (linkId: number) => deleteLink(accountId, objectId, linkId),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['account', accountId] });
      onClose();
    },
  });
  const close = (): void => {
    remove.reset();
    onClose();
  };
  return (
    <Confirm
      title={objectWords.deleteLinkTitle(link === undefined ? '' : linkName(link))}
      action={objectWords.deleteLink}
      isOpen={link !== undefined}
      isPending={remove.isPending}
      problem={remove.error && problemFacts(remove.error).text}
      onConfirm={() => link !== undefined && remove.mutate(link.id)}
      onClose={close}
    >
      <p>{objectWords.deleteLinkLoss(link?.collected_count ?? 0)}</p>
    </Confirm>
  );
}
