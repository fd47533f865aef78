import { Tooltip } from '@mantine/core';
import type { LiveStatus } from '../lib/live/kinds';
import { liveWords } from '../words/en/live';

/** Whether changes appear at once or every few seconds. */
export function LiveMark({ status }: { readonly status: LiveStatus }) {
  if (status === 'starting') return <span className="live" />;
  return (
    <Tooltip label={liveWords.about[status]}>
      <span className={`live is-${status}`} tabIndex={-1}>
        <span className="live-dot" aria-hidden />
        {liveWords.status[status]}
      </span>
    </Tooltip>
  );
}
