import { IconPlugConnectedX } from '@tabler/icons-react';
import { useLostAt } from '../lib/connection';
import { formatTime } from '../lib/format';
import { liveWords } from '../words/en/live';

/** Says since when there is no connection. */
export function OfflineBar() {
  const lostAt = useLostAt();
  return (
    <div role="status">
      {lostAt !== null && (
        <p className="offline">
          <IconPlugConnectedX className="icon" size={16} stroke={1.75} aria-hidden />
          {liveWords.offline(formatTime(lostAt.getTime()))}
        </p>
      )}
    </div>
  );
}
