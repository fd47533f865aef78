import { Button } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { toastsWords } from '../words/en/toasts';
import './toasts.css';

const SHOWN_MS = 6_000;
const MOST = 3;

export interface Toast {
  readonly text: string;
  /** An action that takes the success back, or leads to it. Pressing it closes the toast. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** Adds a toast to the list. Screens call `showToast`, which loads the list with the first one. */
export function addToast({ text, action }: Toast): void {
  const id = notifications.show({
    role: 'status',
    withCloseButton: true,
    closeButtonProps: { 'aria-label': toastsWords.close },
    message: (
      <span className="toast">
        <span>{text}</span>
        {action && (
          <Button
            variant="subtle"
            onClick={() => {
              notifications.hide(id);
              action.run();
            }}
          >
            {action.label}
          </Button>
        )}
      </span>
    ),
  });
}

/** The place of the toasts, bottom left: 6 seconds each, longer under the pointer or with the focus, at most 3. */
export function Toasts() {
  return <Notifications position="bottom-left" autoClose={SHOWN_MS} limit={MOST} pauseResetOnHover="notification" />;
}
