import { Modal, TextInput } from '@mantine/core';
import { missing, useForm, type Refusal } from '../lib/use-form';
import { DialogActions } from './dialog-actions';
import { reasonDialogWords } from '../words/en/reason-dialog';

interface ReasonDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** What the action means. */
  readonly about: string;
  readonly action: string;
  readonly isPending: boolean;
  readonly refusal: Refusal | null;
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
  refusal,
  onClose,
  onSubmit,
}: ReasonDialogProps) {
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: missing(reason, reasonDialogWords.missing) }),
    onSend: ({ reason }) => onSubmit(reason.trim()),
    refusal,
    names: { suspended_reason: 'reason' },
    refusedAt: 'reason',
  });
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <form noValidate onSubmit={form.submit} className="dialog-form">
        <p className="sub">{about}</p>
        <TextInput
          label={reasonDialogWords.reason}
          description={reasonDialogWords.help}
          maxLength={300}
          data-autofocus
          {...form.text('reason')}
        />
        <DialogActions cancel={reasonDialogWords.cancel} onCancel={onClose} action={action} isPending={isPending} />
      </form>
    </Modal>
  );
}
