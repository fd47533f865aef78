import { copyWords } from '../words/en/copy';
import { CopyIcon } from './copy-button';
import './curl-block.css';

/** A request as a command, to copy. */
export function CurlBlock({ text }: { readonly text: string }) {
  return (
    <div className="curl">
      <pre dir="ltr" tabIndex={0} aria-label={copyWords.command}>
        <code>{text}</code>
      </pre>
      <CopyIcon text={text} label={copyWords.curl} />
    </div>
  );
}
