import { words } from '../words/en';
import { CopyIcon } from './copy-button';
import './curl-block.css';

/** A request as a command, to copy. */
export function CurlBlock({ text }: { readonly text: string }) {
  return (
    <div className="curl">
      <pre dir="ltr" tabIndex={0} aria-label={words.copy.command}>
        <code>{text}</code>
      </pre>
      <CopyIcon text={text} label={words.copy.curl} />
    </div>
  );
}
