import type { ReactNode } from 'react';
import './code-block.css';

interface CodeBlockProps {
  /** What the text is, for screen readers. */
  readonly label: string;
  readonly text: string;
  /** JSON gets colors, and is broken into lines. */
  readonly isJson?: boolean;
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?/g;
const MAX_COLORED = 60_000;

/** Code, headers or JSON, from left to right in every language. It can be focused, so that the keyboard scrolls it. */
export function CodeBlock({ label, text, isJson = false }: CodeBlockProps) {
  const shown = isJson ? pretty(text) : text;
  return (
    <pre className="code" dir="ltr" tabIndex={0} role="group" aria-label={label}>
      <code>{isJson && shown.length <= MAX_COLORED ? colored(shown) : shown}</code>
    </pre>
  );
}

/** The JSON in lines; a text that is not JSON as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function colored(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, string, colon] = match;
    parts.push(text.slice(end, match.index));
    parts.push(
      <span key={match.index} className={colon === undefined ? 'code-text' : 'code-name'}>
        {string}
      </span>,
      colon ?? '',
    );
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}
