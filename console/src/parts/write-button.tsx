import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useLostAt } from '../lib/connection';
import { liveWords } from '../words/en/live';

type WriteButtonProps = ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>;

/** A button that changes something on the server. Without a connection it waits: nothing is queued, and drafts stay. */
export function WriteButton({ disabled, title, ...props }: WriteButtonProps) {
  const isLost = useLostAt() !== null;
  return <Button {...props} disabled={disabled === true || isLost} title={isLost ? liveWords.waits : title} />;
}
