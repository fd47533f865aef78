import { Button } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { copyText } from '../lib/copy-text';
import { words } from '../words/en';
import './app-setup.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onStored: () => void;
}

/** Recovery codes, shown once: to copy or to download, and to be confirmed as stored. */
export function RecoveryCodes({ codes, onStored }: RecoveryCodesProps) {
  const [isCopied, setCopied] = useState(false);
  const text = `${codes.join('\n')}\n`;
  return (
    <div className="recovery-codes">
      <p className="small sub">{words.factors.codesHelp}</p>
      <ol className="mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="recovery-actions">
        <Button leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copyText(text).then(setCopied)}>
          {words.factors.copy}
        </Button>
        <Button
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={words.factors.fileName}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {words.factors.download}
        </Button>
        <span role="status" className="small sub">
          {isCopied && words.factors.copied}
        </span>
      </div>
      <Button variant="filled" onClick={onStored}>
        {words.factors.stored}
      </Button>
    </div>
  );
}
