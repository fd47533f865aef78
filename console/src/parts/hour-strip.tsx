import { useState, type CSSProperties, type KeyboardEvent } from 'react';
import './hour-strip.css';

export interface StripHour {
  /** What the hour says, spoken and in the tooltip. */
  readonly label: string;
  /** 0 to 1; null without data. */
  readonly share: number | null;
}

interface HourStripProps {
  readonly label: string;
  readonly hours: readonly StripHour[];
  /** A share below this one is drawn as a failure. */
  readonly badBelow: number;
}

/** A share by hour as bars. One tab stop; the arrow keys move to an hour, which is spoken. */
export function HourStrip({ label, hours, badBelow }: HourStripProps) {
  const [at, setAt] = useState(hours.length - 1);
  const current = hours[at];
  const move = (event: KeyboardEvent): void => {
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: hours.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setAt(Math.min(hours.length - 1, Math.max(0, next)));
  };
  return (
    <span
      className="hour-strip"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={hours.length - 1}
      aria-valuenow={at}
      aria-valuetext={current?.label ?? ''}
      aria-readonly
      onKeyDown={move}
    >
      {hours.map((hour, index) => (
        <i
          key={hour.label}
          title={hour.label}
          className={`${hour.share === null ? 'no-data' : hour.share < badBelow ? 'bad' : ''}${index === at ? ' at' : ''}`}
          style={{ '--share': hour.share ?? 0 } as CSSProperties}
        />
      ))}
      <span className="hour-strip-value" aria-hidden>
        {current?.label}
      </span>
    </span>
  );
}
