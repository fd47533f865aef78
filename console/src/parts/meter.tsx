import './meter.css';

interface MeterProps {
  readonly label: string;
  /** 0 to 100. */
  readonly percent: number;
  readonly tone?: 'bar' | 'warn' | 'bad' | undefined;
  /** The value still grows. */
  readonly isRunning?: boolean;
}

/** A share as a bar. */
export function Meter({ label, percent, tone = 'bar', isRunning = false }: MeterProps) {
  return (
    <span
      className={`meter ${tone}`}
      role={isRunning ? 'progressbar' : 'meter'}
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i style={{ inlineSize: `${percent}%` }} />
    </span>
  );
}
