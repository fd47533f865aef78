import { Button } from '@mantine/core';
import { WriteButton } from './write-button';

interface DialogActionsProps {
  readonly cancel: string;
  readonly onCancel: () => void;
  /** The label of the button that submits the form. */
  readonly action: string;
  readonly isPending: boolean;
}

/** The buttons of a form in a dialog. */
export function DialogActions({ cancel, onCancel, action, isPending }: DialogActionsProps) {
  return (
    <div className="dialog-actions">
      <Button onClick={onCancel}>{cancel}</Button>
      <WriteButton type="submit" variant="filled" loading={isPending}>
        {action}
      </WriteButton>
    </div>
  );
}
