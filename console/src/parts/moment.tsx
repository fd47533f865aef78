import { formatClock, formatExact, formatMoment } from '../lib/format';

interface MomentProps {
  readonly at: string | null;
  /** The text where there is no moment. */
  readonly none: string;
  /** `age`: relative up to 24 hours. `clock`: the time of the day. */
  readonly as?: 'age' | 'clock';
}

/** A moment with the exact one in its tooltip. */
export function Moment({ at, none, as = 'age' }: MomentProps) {
  if (at === null) return <span className="muted">{none}</span>;
  return (
    <time dateTime={`${at}Z`} title={formatExact(at)} className="nowrap num">
      {as === 'age' ? formatMoment(at) : formatClock(at)}
    </time>
  );
}
