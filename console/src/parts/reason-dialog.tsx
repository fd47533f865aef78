import { Modal, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { DialogActions } from './dialog-actions';
import { words } from '../words/en';

interface ReasonDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** What the action means. */
  readonly about: string;
  readonly action: string;
  readonly isPending: boolean;
  readonly problem: string | null;
  readonly onClose: () => void;
  readonly onSubmit: (reason: string) => void;
}

/** Asks for the reason of an action that others need to understand. */
export function ReasonDialog({
  isOpen,
  title,
  about,
  action,
  isPending,
  problem,
  onClose,
  onSubmit,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [isSent, setSent] = useState(false);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSent(true);
    if (reason.trim() !== '') onSubmit(reason.trim());
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <form noValidate onSubmit={submit} className="dialog-form">
        <p className="sub">{about}</p>
        <TextInput
          label={words.reasonDialog.reason}
          description={words.reasonDialog.help}
          error={isSent && reason.trim() === '' ? words.reasonDialog.missing : problem}
          maxLength={300}
          value={reason}
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <DialogActions cancel={words.reasonDialog.cancel} onCancel={onClose} action={action} isPending={isPending} />
      </form>
    </Modal>
  );
}
