import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import './change.css';

interface ChangeProps {
  /** The difference. Null: there is nothing to compare. */
  readonly value: number | null;
  readonly format: (value: number) => string;
  readonly nothing: string;
}

/** A difference with its sign. A fall is red; a rise stays neutral, because more reviews are not better ones. */
export function Change({ value, format, nothing }: ChangeProps) {
  if (value === null) return <span className="muted">{nothing}</span>;
  return <span className={value < 0 ? 'change fall' : 'change'}>{signed(value, format)}</span>;
}

/** A difference as an arrow and its size, before words that say what it is compared with. */
export function ChangeArrow({ value, format }: Pick<ChangeProps, 'format'> & { readonly value: number }) {
  const Shape = value < 0 ? IconArrowDown : IconArrowUp;
  return (
    <span className={value < 0 ? 'change fall' : 'change'}>
      {value !== 0 && <Shape className="icon" size={14} aria-hidden />}
      <span className="sr">{value < 0 ? '−' : '+'}</span>
      {format(Math.abs(value))}
    </span>
  );
}

function signed(value: number, format: (value: number) => string): string {
  if (value === 0) return format(0);
  return `${value < 0 ? '−' : '+'}${format(Math.abs(value))}`;
}
