import './strip.css';

/** An hour: what was delivered, and what was not. */
export interface StripHour {
  readonly delivered: number;
  readonly lost: number;
  readonly pending: number;
}

const BLOCK = 22;
const CELL = 5;

/** Hours as bars: delivered, waiting above it, and lost in the color of a trouble. The label says the sums. */
export function Strip({ hours, label }: { readonly hours: readonly StripHour[]; readonly label: string }) {
  const most = Math.max(1, ...hours.map(({ delivered, lost, pending }) => delivered + lost + pending));
  return (
    <svg className="strip" role="img" aria-label={label} viewBox={`0 0 ${hours.length * CELL} ${BLOCK}`} height={BLOCK}>
      {hours.map((hour, at) => {
        const heights = [hour.delivered, hour.pending, hour.lost].map((n) => (n / most) * (BLOCK - 2));
        let bottom = BLOCK;
        return ['delivered', 'pending', 'lost'].map((part, index) => {
          const height = heights[index] ?? 0;
          bottom -= height;
          return (
            <rect
              key={`${at}${part}`}
              className={`strip-${part}`}
              x={at * CELL}
              y={bottom}
              width={CELL - 1}
              height={height}
            />
          );
        });
      })}
      <rect className="strip-ground" x={0} y={BLOCK - 1} width={hours.length * CELL - 1} height={1} />
    </svg>
  );
}
