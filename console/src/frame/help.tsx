import { lazy, Suspense } from 'react';
import type { HelpDialogProps } from './help-dialog';

const HelpDialog = lazy(async () => ({ default: (await import('./help-dialog')).HelpDialog }));

/** The dialog for a message to the operator. It is loaded when it is opened. */
export function Help(props: HelpDialogProps) {
  return props.isOpen ? (
    <Suspense>
      <HelpDialog {...props} />
    </Suspense>
  ) : null;
}
