import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemFacts, refusalOf } from '../../api/problem';
import { operatorKeys, pauseSource, resumeSource, trySource, type AdminSourceWhole } from '../../api/queries/operator';
import { ReasonDialog } from '../../parts/reason-dialog';
import { WriteButton } from '../../parts/write-button';
import { operatorSourcesWords } from '../../words/en/operator-sources';

/** Pauses, resumes, and tries one link. What the trial read is shown until the next one. */
export function SourceActions({ source }: { readonly source: AdminSourceWhole }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const isPaused = source.paused_at !== null;
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: operatorKeys.sources });
  const change = useMutation({
    mutationFn: (reason: string) => (isPaused ? resumeSource : pauseSource)(source.slug, reason),
    onSuccess: async () => {
      setAsking(false);
      await refresh();
    },
  });
  const trial = useMutation({ mutationFn: () => trySource(source.slug), onSettled: refresh });
  const action = isPaused ? operatorSourcesWords.resume : operatorSourcesWords.pause;
  return (
    <div className="source-actions">
      <Button
        leftSection={isPaused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {action}
      </Button>
      <WriteButton onClick={() => trial.mutate()} loading={trial.isPending} disabled={source.links === 0}>
        {operatorSourcesWords.try}
      </WriteButton>
      {trial.error && (
        <p role="alert" className="refused small">
          {problemFacts(trial.error).text}
        </p>
      )}
      <p role="status" className="small">
        <TrialText source={source} />
      </p>
      <ReasonDialog
        isOpen={isAsking}
        title={`${action}: ${source.display_name}`}
        about={isPaused ? operatorSourcesWords.resumeAbout : operatorSourcesWords.pauseAbout(source.links)}
        action={action}
        isPending={change.isPending}
        refusal={refusalOf(change.error)}
        onClose={() => {
          change.reset();
          setAsking(false);
        }}
        onSubmit={(reason) => change.mutate(reason)}
      />
    </div>
  );
}

function TrialText({ source: { trial } }: { readonly source: AdminSourceWhole }) {
  if (trial === null) return null;
  if (trial.state !== 'ended') return operatorSourcesWords.trying;
  if (trial.outcome === 'success') return operatorSourcesWords.triedWell(trial.read, trial.pages);
  if (trial.outcome === 'dropped') return operatorSourcesWords.triedDropped;
  return operatorSourcesWords.triedBadly(trial.scrape_error ?? '');
}
