import { Button } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { copyText } from '../lib/copy-text';
import { factorsWords } from '../words/en/factors';
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
      <p className="small sub">{factorsWords.codesHelp}</p>
      <ol className="mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="recovery-actions">
        <Button leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copyText(text).then(setCopied)}>
          {factorsWords.copy}
        </Button>
        <Button
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={factorsWords.fileName}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {factorsWords.download}
        </Button>
        <span role="status" className="small sub">
          {isCopied && factorsWords.copied}
        </span>
      </div>
      <Button variant="filled" onClick={onStored}>
        {factorsWords.stored}
      </Button>
    </div>
  );
}
