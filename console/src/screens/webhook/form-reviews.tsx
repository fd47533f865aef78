import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useId } from 'react';
import { sourcesQuery } from '../../api/queries/sources';
import { Choice, FilterChip } from '../../parts/filters';
import { words } from '../../words/en';
import type { Draft } from './draft';

const accountRoute = getRouteApi('/a/$accountId');
const { form } = words.webhook;
const BUCKETS = [5, 4, 3, 2, 1, 0] as const;

interface ReviewChoiceProps {
  readonly draft: Draft;
  readonly problem: string | undefined;
  readonly onChange: (next: Partial<Draft>) => void;
}

/** Which reviews are sent: by stars, platform, text and photos. */
export function ReviewChoice({ draft, problem, onChange }: ReviewChoiceProps) {
  const problemId = useId();
  return (
    <>
      <fieldset className="choices" data-field="ratings" aria-describedby={problemId}>
        <legend>{form.ratings}</legend>
        <div className="check-row">
          {BUCKETS.map((bucket) => (
            <label key={bucket} className="check">
              <input
                type="checkbox"
                checked={draft.ratings.includes(bucket)}
                onChange={(event) =>
                  onChange({
                    ratings: BUCKETS.filter((one) =>
                      one === bucket ? event.currentTarget.checked : draft.ratings.includes(one),
                    ),
                  })
                }
              />
              {form.rating(bucket)}
            </label>
          ))}
        </div>
        <p id={problemId} className="refused small">
          {problem}
        </p>
      </fieldset>
      <Sources chosen={draft.sources} onChange={(sources) => onChange({ sources })} />
      <fieldset className="choices">
        <legend>{form.filters}</legend>
        <label className="check">
          <input
            type="checkbox"
            checked={draft.hasText}
            onChange={(event) => onChange({ hasText: event.currentTarget.checked })}
          />
          {form.hasText}
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={draft.hasImages}
            onChange={(event) => onChange({ hasImages: event.currentTarget.checked })}
          />
          {form.hasImages}
        </label>
      </fieldset>
    </>
  );
}

interface SourcesProps {
  readonly chosen: readonly string[];
  readonly onChange: (sources: readonly string[]) => void;
}

/** Platforms by their names. A webhook that was made over the API may name one that does not exist. */
function Sources({ chosen, onChange }: SourcesProps) {
  const { account } = accountRoute.useRouteContext();
  const { data: sources } = useQuery(sourcesQuery(account.id));
  const nameOf = (slug: string): string => sources?.get(slug.toLowerCase())?.display_name ?? slug;
  const choices = Object.fromEntries([
    ['', form.allSources],
    ...[...(sources?.entries() ?? [])]
      .filter(([slug]) => !chosen.includes(slug))
      .map(([slug, { display_name: name }]) => [slug, name]),
  ]) as Readonly<Record<string, string>>;
  return (
    <div className="form-row">
      <span className="form-label">{form.sources}</span>
      <Choice
        label={form.sources}
        value=""
        choices={choices}
        onChoose={(slug) => onChange(slug === '' ? [] : [...chosen, slug])}
      />
      {chosen.map((slug) => (
        <FilterChip
          key={slug}
          name=""
          value={nameOf(slug)}
          onRemove={() => onChange(chosen.filter((one) => one !== slug))}
        />
      ))}
    </div>
  );
}
