import { MultiSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { sourcesQuery } from '../../api/queries/sources';
import { daysOf, periodName, PERIODS, type Granularity, type PeriodName } from '../../lib/periods';
import { dayOf } from '../../lib/url-state';
import { Choice } from '../../parts/filters';
import { Segments } from '../../parts/segments';
import { analyticsWords } from '../../words/en/analytics';
import type { AnalyticsSearch } from './search';
import type { AnalyticsView } from './view';

const route = getRouteApi('/a/$accountId/analytics');

/** Period, comparison, platforms, length of a period, and chart or table. All are in the address. */
export function Controls({ search, view }: { readonly search: AnalyticsSearch; readonly view: AnalyticsView }) {
  const navigate = route.useNavigate();
  const change = (next: AnalyticsSearch): void =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  return (
    <div className="actions analytics-controls">
      <Segments<PeriodName>
        label={analyticsWords.period}
        value={periodName(search)}
        choices={analyticsWords.periods}
        onChoose={(period) =>
          change({ period: PERIODS.find((name) => name === period), from: undefined, to: undefined })
        }
      />
      <Days search={search} onChange={change} />
      <Choice<'before' | 'none'>
        label={analyticsWords.compare}
        value={search.compare ?? 'before'}
        choices={analyticsWords.compares}
        onChoose={(compare) => change({ compare: compare === 'none' ? 'none' : undefined })}
      />
      <Choice<Granularity>
        label={analyticsWords.granularity}
        value={view.granularity}
        choices={analyticsWords.granularities}
        onChoose={(granularity) => change({ granularity })}
      />
      <Platforms accountId={view.accountId} chosen={search.source_ids ?? []} onChange={change} />
      <Segments<'chart' | 'table'>
        label={analyticsWords.view}
        value={search.view ?? 'chart'}
        choices={analyticsWords.views}
        onChoose={(shown) => change({ view: shown === 'table' ? 'table' : undefined })}
      />
    </div>
  );
}

interface PartProps {
  readonly onChange: (next: AnalyticsSearch) => void;
}

/** Two days that replace the period. */
function Days({ search, onChange }: PartProps & { readonly search: AnalyticsSearch }) {
  const range = daysOf(search);
  const choose = (from: string | undefined, to: string | undefined): void => {
    if (from !== undefined && to !== undefined && from <= to) onChange({ period: undefined, from, to });
  };
  return (
    <span className="analytics-days">
      <TextInput
        type="date"
        aria-label={analyticsWords.from}
        max={range?.to}
        value={range?.from ?? ''}
        onChange={(event) => choose(dayOf(event.currentTarget.value), range?.to ?? event.currentTarget.value)}
      />
      <TextInput
        type="date"
        aria-label={analyticsWords.to}
        min={range?.from}
        value={range?.to ?? ''}
        onChange={(event) => choose(range?.from ?? event.currentTarget.value, dayOf(event.currentTarget.value))}
      />
    </span>
  );
}

function Platforms({
  accountId,
  chosen,
  onChange,
}: PartProps & { readonly accountId: number; readonly chosen: readonly number[] }) {
  const sources = useQuery(sourcesQuery(accountId));
  const data = [...(sources.data?.values() ?? [])].map(({ id, display_name: label }) => ({ value: String(id), label }));
  return (
    <MultiSelect
      className="analytics-platforms"
      aria-label={analyticsWords.platforms}
      placeholder={chosen.length === 0 ? analyticsWords.allPlatforms : ''}
      clearable
      searchable
      data={data}
      value={chosen.map(String)}
      onChange={(ids) => onChange({ source_ids: ids.length === 0 ? undefined : ids.map(Number) })}
    />
  );
}
