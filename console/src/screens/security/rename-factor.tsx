import { Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalOf } from '../../api/problem';
import { renameFactor, type Factor } from '../../api/queries/factors';
import { missing, useForm } from '../../lib/use-form';
import { DialogActions } from '../../parts/dialog-actions';
import { WriteButton } from '../../parts/write-button';
import { securityWords } from '../../words/en/security';

const NAME_AT_MOST = 100;

interface RenameFactorProps {
  readonly factor: Factor;
  readonly onChanged: () => void;
}

/** Gives a second factor another name, so that a person with two passkeys can tell them apart. */
export function RenameFactor({ factor, onChanged }: RenameFactorProps) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const rename = useMutation({
    mutationFn: (next: string) => renameFactor(factor.id, next),
    onSuccess: () => {
      close();
      onChanged();
    },
  });
  const form = useForm({
    initial: { name: factor.name },
    check: ({ name }) => ({ name: missing(name, securityWords.nameMissing) }),
    isEager: true,
    onSend: ({ name }) => rename.mutate(name.trim()),
    refusal: refusalOf(rename.error),
    refusedAt: 'name',
  });
  const open = (): void => {
    form.reset();
    setOpen(true);
  };
  return (
    <>
      <WriteButton aria-label={securityWords.renameOf(factor.name)} onClick={open}>
        {securityWords.rename}
      </WriteButton>
      <Modal
        opened={isOpen}
        onClose={close}
        title={securityWords.renameTitle}
        closeButtonProps={{ 'aria-label': securityWords.close }}
      >
        <form noValidate onSubmit={form.submit} className="dialog-form">
          <TextInput label={securityWords.name} maxLength={NAME_AT_MOST} data-autofocus {...form.text('name')} />
          <DialogActions
            cancel={securityWords.cancel}
            onCancel={close}
            action={securityWords.rename}
            isPending={rename.isPending}
          />
        </form>
      </Modal>
    </>
  );
}
