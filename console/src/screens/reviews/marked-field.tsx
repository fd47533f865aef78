import type { Ref } from 'react';
import type { MarkedPart } from '../../lib/reply-text';

interface MarkedFieldProps {
  readonly label: string;
  readonly describedBy: string;
  readonly isInvalid: boolean;
  readonly text: string;
  /** The parts that have a ground of their own. */
  readonly parts: readonly MarkedPart[];
  readonly onChange: (text: string) => void;
  /** Called for Ctrl and Enter. */
  readonly onSend: () => void;
  readonly ref: Ref<HTMLTextAreaElement>;
}

/** A text field that grows with its text and shows marks behind it. */
export function MarkedField(props: MarkedFieldProps) {
  const { label, describedBy, isInvalid, text, parts, onChange, onSend, ref } = props;
  return (
    <div className="marked">
      <div className="marked-ground" dir="auto" aria-hidden>
        {pieces(text, parts).map(({ start, piece, isMarked }) =>
          isMarked ? <mark key={start}>{piece}</mark> : <span key={start}>{piece}</span>,
        )}
        {'\u200B'}
      </div>
      <textarea
        ref={ref}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        dir="auto"
        placeholder={label}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onSend();
        }}
      />
    </div>
  );
}

function pieces(text: string, parts: readonly MarkedPart[]) {
  const cuts = parts.flatMap(({ start, end }) => [
    { start, end, isMarked: true },
    { start: end, end: parts.find((next) => next.start >= end)?.start ?? text.length, isMarked: false },
  ]);
  const first = { start: -1, end: parts[0]?.start ?? text.length, isMarked: false };
  return [first, ...cuts].map(({ start, end, isMarked }) => ({
    start,
    isMarked,
    piece: text.slice(Math.max(0, start), end),
  }));
}
