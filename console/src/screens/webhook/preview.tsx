import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconAlertTriangle, IconEye } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { objectsQuery } from '../../api/queries/objects';
import { previewQuery } from '../../api/queries/webhooks';
import { words } from '../../words/en';
import { settingsOf, type Draft } from './draft';

const accountRoute = getRouteApi('/a/$accountId');
const PAUSE_MS = 400;
const { form } = words.webhook;

/** What the settings select: as a sentence, and among the newest reviews. */
export function Preview({ draft }: { readonly draft: Draft }) {
  const { account } = accountRoute.useRouteContext();
  const { data: objects } = useQuery(objectsQuery(account.id));
  const { event_types: events, object_ids: ids, filters } = settingsOf(draft);
  const settled = useSettled(JSON.stringify({ event_types: events, object_ids: ids, filters }));
  const isComplete = events.length > 0 && ids?.length !== 0 && draft.ratings.length > 0;
  const preview = useQuery({
    ...previewQuery(account.id, JSON.parse(settled) as Parameters<typeof previewQuery>[1]),
    enabled: isComplete,
  });
  const hasReviews = events.some((event) => event !== 'scrape.run.finished');
  if (!isComplete) return null;
  return (
    <div className="card preview" role="status">
      <IconEye className="icon" size={16} stroke={1.75} aria-hidden />
      <div>
        <p className="sub">
          {form.scope}: {words.webhooks.scope(settingsOf(draft), objects?.total)}.
        </p>
        <p>
          <b className="num">
            {hasReviews ? preview.data && form.preview(preview.data.matched, preview.data.of) : form.previewRuns}
          </b>
        </p>
        {preview.data?.unknown_sources.map((name) => (
          <p key={name} className="refused small">
            <IconAlertTriangle className="icon" size={14} stroke={1.75} aria-hidden /> {form.unknownSource(name)}
          </p>
        ))}
      </div>
    </div>
  );
}

/** A text after it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const pause = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text]);
  return settled;
}
