import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { copyText } from '../lib/copy-text';
import { copyWords } from '../words/en/copy';

const SHOWN_MS = 2_000;

interface CopyIconProps {
  readonly text: string;
  /** Says what is copied. */
  readonly label: string;
}

/** Copies a text, as an icon. */
export function CopyIcon({ text, label }: CopyIconProps) {
  const { isCopied, Shape, copy } = useCopying(text);
  return (
    <>
      <Tooltip label={isCopied ? copyWords.done : label}>
        <ActionIcon aria-label={label} size={28} onClick={copy}>
          <Shape size={14} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <span role="status" className="sr">
        {isCopied ? copyWords.done : ''}
      </span>
    </>
  );
}

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly copiedLabel: string;
  /** What is copied, where the label does not say it. */
  readonly name?: string;
}

/** Copies a text, as a button with a label. */
export function CopyButton({ text, label, copiedLabel, name }: CopyButtonProps) {
  const { isCopied, Shape, copy } = useCopying(text);
  return (
    <Button
      size="compact-sm"
      leftSection={<Shape size={14} stroke={1.75} aria-hidden />}
      aria-label={name === undefined ? undefined : `${label}: ${name}`}
      onClick={copy}
    >
      <span role="status">{isCopied ? copiedLabel : label}</span>
    </Button>
  );
}

/** Copies a text; `isCopied` for two seconds after it. */
function useCopying(text: string) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const end = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(end);
  }, [isCopied]);
  return {
    isCopied,
    Shape: isCopied ? IconCheck : IconCopy,
    copy: () => void copyText(text).then(setCopied),
  };
}
