import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconEye } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { objectsQuery } from '../../api/queries/objects';
import { previewQuery } from '../../api/queries/webhooks';
import { CodeBlock } from '../../parts/code-block';
import { webhookWords } from '../../words/en/webhook';
import { webhooksWords } from '../../words/en/webhooks';
import { settingsOf, UNRATED, type Draft } from './draft';
import { WeekTable, type Week } from './week-table';

const accountRoute = getRouteApi('/a/$accountId');
const PAUSE_MS = 400;
const { form } = webhookWords;

interface PreviewProps {
  readonly draft: Draft;
  readonly onChange: (next: Partial<Draft>) => void;
}

/** What the settings select: in sentences, and of the reviews of the last week by rating. */
export function Preview({ draft, onChange }: PreviewProps) {
  const { account } = accountRoute.useRouteContext();
  const { data: objects } = useQuery(objectsQuery(account.id));
  const { event_types: events, object_ids: ids, filters, format } = settingsOf(draft);
  const settled = useSettled(JSON.stringify({ event_types: events, object_ids: ids, filters, format }));
  const isComplete = events.length > 0 && ids?.length !== 0 && draft.ratings.length > 0;
  const preview = useQuery({
    ...previewQuery(account.id, JSON.parse(settled) as Parameters<typeof previewQuery>[1]),
    enabled: isComplete,
  });
  if (!isComplete) return null;
  const hasReviews = webhooksWords.hasReviews(events);
  return (
    <div className="card preview">
      <IconEye className="icon" size={16} stroke={1.75} aria-hidden />
      <div className="preview-body">
        <div role="status">
          <p>
            {form.scope}: {webhooksWords.scope(settingsOf(draft), objects?.total)}
          </p>
          {!hasReviews && <p>{form.previewRuns}</p>}
          {preview.data?.unknown_sources.map((name) => (
            <p key={name} className="refused small">
              <IconAlertTriangle className="icon" size={14} stroke={1.75} aria-hidden /> {form.unknownSource(name)}
            </p>
          ))}
        </div>
        {hasReviews && !draft.ratings.includes(UNRATED) && (
          <Unrated week={preview.data?.week} onSend={() => onChange({ ratings: [...draft.ratings, UNRATED] })} />
        )}
        {draft.format !== 'hrev' && preview.data && (
          <CodeBlock label={form.sampleIn(form.formats[draft.format])} text={preview.data.sample_body} isJson />
        )}
        {hasReviews && preview.data && (
          <WeekTable {...preview.data} isOfReplies={events.every((event) => event === 'replies.new')} />
        )}
      </div>
    </div>
  );
}

/** Says how many reviews without a rating the last week had, which are not sent, and sends them by one press. */
function Unrated({ week, onSend }: { readonly week: Week | undefined; readonly onSend: () => void }) {
  const lost = week?.ratings.find(({ rating }) => rating === UNRATED)?.left_out ?? 0;
  return (
    <div className="preview-unrated">
      {lost > 0 && (
        <p className="warn-text">
          <IconAlertTriangle className="icon" size={16} stroke={1.75} aria-hidden /> {form.unratedLost(lost)}
        </p>
      )}
      <Button size="xs" onClick={onSend}>
        {form.sendUnrated}
      </Button>
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
