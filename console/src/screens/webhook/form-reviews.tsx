import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Ref } from 'react';
import { sourcesQuery } from '../../api/queries/sources';
import { Choices } from '../../parts/choices';
import { Choice, FilterChip } from '../../parts/filters';
import { webhookWords } from '../../words/en/webhook';
import type { Draft } from './draft';

const accountRoute = getRouteApi('/a/$accountId');
const { form } = webhookWords;
const BUCKETS = [5, 4, 3, 2, 1, 0] as const;

interface ReviewChoiceProps {
  readonly ref: Ref<HTMLFieldSetElement>;
  readonly draft: Draft;
  readonly problem: string | null;
  readonly onChange: (next: Partial<Draft>) => void;
}

/** Which reviews are sent: by stars, platform, text and photos. */
export function ReviewChoice({ ref, draft, problem, onChange }: ReviewChoiceProps) {
  return (
    <>
      <Choices ref={ref} legend={form.ratings} problem={problem}>
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
      </Choices>
      <Sources chosen={draft.sources} onChange={(sources) => onChange({ sources })} />
      <Choices legend={form.filters}>
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
      </Choices>
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
