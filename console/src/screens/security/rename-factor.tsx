import { Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { problemFacts } from '../../api/problem';
import { renameFactor, type Factor } from '../../api/queries/factors';
import { DialogActions } from '../../parts/dialog-actions';
import { WriteButton } from '../../parts/write-button';
import { words } from '../../words/en';

const NAME_AT_MOST = 100;

interface RenameFactorProps {
  readonly factor: Factor;
  readonly onChanged: () => void;
}

/** Gives a second factor another name, so that a person with two passkeys can tell them apart. */
export function RenameFactor({ factor, onChanged }: RenameFactorProps) {
  const [name, setName] = useState<string | null>(null);
  const close = (): void => setName(null);
  const rename = useMutation({
    mutationFn: (next: string) => renameFactor(factor.id, next),
    onSuccess: () => {
      close();
      onChanged();
    },
  });
  const given = name?.trim() ?? '';
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (given !== '') rename.mutate(given);
  };
  const problem = rename.error === null ? null : problemFacts(rename.error).text;
  return (
    <>
      <WriteButton aria-label={words.security.renameOf(factor.name)} onClick={() => setName(factor.name)}>
        {words.security.rename}
      </WriteButton>
      <Modal
        opened={name !== null}
        onClose={close}
        title={words.security.renameTitle}
        closeButtonProps={{ 'aria-label': words.security.close }}
      >
        <form noValidate onSubmit={submit} className="dialog-form">
          <TextInput
            label={words.security.name}
            error={given === '' ? words.security.nameMissing : problem}
            maxLength={NAME_AT_MOST}
            value={name ?? ''}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <DialogActions
            cancel={words.security.cancel}
            onCancel={close}
            action={words.security.rename}
            isPending={rename.isPending}
          />
        </form>
      </Modal>
    </>
  );
}
