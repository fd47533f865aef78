import { IconPlugConnectedX } from '@tabler/icons-react';
import { useLostAt } from '../lib/connection';
import { formatTime } from '../lib/format';
import { words } from '../words/en';

/** Says since when there is no connection. */
export function OfflineBar() {
  const lostAt = useLostAt();
  return (
    <div role="status">
      {lostAt !== null && (
        <p className="offline">
          <IconPlugConnectedX className="icon" size={16} stroke={1.75} aria-hidden />
          {words.live.offline(formatTime(lostAt.getTime()))}
        </p>
      )}
    </div>
  );
}
