import { formatNumber } from '../../lib/format';
import type { RequestPage } from '../../api/queries/requests';
import { requestsWords } from '../../words/en/requests';

interface ByCodeProps {
  readonly codes: RequestPage['codes'];
  /** Whether the counts are those of all matching requests. */
  readonly isWhole: boolean;
  readonly chosen: string | undefined;
  readonly onChoose: (code: string | undefined) => void;
}

/** How many requests ended with each code; a code filters the list. */
export function ByCode({ codes, isWhole, chosen, onChoose }: ByCodeProps) {
  const counted = codes.reduce((sum, { count }) => sum + count, 0);
  const title = isWhole ? requestsWords.byCode : requestsWords.byCodeOf(counted);
  return (
    <section className="by-code" aria-label={title}>
      <span className="small sub">{title}</span>
      <ul>
        {codes.map(({ status, code, count }) => (
          <li key={`${status}${code}`}>
            {code === null ? (
              <span className="code-count">
                <span className="num">{status}</span> <b className="num">{formatNumber(count)}</b>
              </span>
            ) : (
              <button
                type="button"
                className="code-count"
                aria-pressed={code === chosen}
                onClick={() => onChoose(code === chosen ? undefined : code)}
              >
                <span className="num">{status}</span> <span className="mono">{code}</span>{' '}
                <b className="num">{formatNumber(count)}</b>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
