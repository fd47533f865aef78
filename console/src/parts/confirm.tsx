import { Button, Modal, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusReturn } from '../lib/focus-return';
import { useForm } from '../lib/use-form';
import { confirmWords } from '../words/en/confirm';
import { WriteButton } from './write-button';
import './confirm.css';

interface ConfirmProps {
  readonly title: string;
  /** What is lost. */
  readonly children: ReactNode;
  readonly action: string;
  /** The name that the person types before the action; without it the action alone is enough. */
  readonly typed?: string;
  readonly isOpen: boolean;
  readonly isPending: boolean;
  readonly problem: string | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** A dialog before something is lost. It names the thing and the loss. */
export function Confirm(props: ConfirmProps) {
  const { typed, isOpen, onClose } = props;
  useFocusReturn(isOpen);
  return (
    <Modal opened={isOpen} onClose={onClose} title={props.title} className="confirm">
      <ConfirmForm key={`${isOpen} ${typed ?? ''}`} {...props} />
    </Modal>
  );
}

function ConfirmForm({ children, action, typed, isPending, problem, onConfirm, onClose }: ConfirmProps) {
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => ({ text: typed === undefined || text.trim() === typed.trim() ? null : confirmWords.differs }),
    onSend: onConfirm,
  });
  return (
    <form noValidate onSubmit={form.submit} className="confirm-form">
      {children}
      {typed !== undefined && (
        <TextInput data-autofocus label={confirmWords.type(typed)} autoComplete="off" {...form.text('text')} />
      )}
      {problem !== null && (
        <p role="alert" className="refused">
          {problem}
        </p>
      )}
      <div className="dialog-actions">
        <Button onClick={onClose}>{confirmWords.cancel}</Button>
        <WriteButton type="submit" className="danger" loading={isPending}>
          {action}
        </WriteButton>
      </div>
    </form>
  );
}
