import { Button, Checkbox, Popover } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useId, useState, type ReactNode } from 'react';
import { languageFiguresQuery } from '../../api/queries/analytics';
import { sourcesQuery } from '../../api/queries/sources';
import { languageName } from '../../words/en/languages';
import { mostOf, starsOf } from '../../lib/ratings';
import { Choice } from '../../parts/filters';
import { reviewsWords } from '../../words/en/reviews';
import { scopeOf, type ReviewsSearch } from './search';

const accountRoute = getRouteApi('/a/$accountId');
const { filter } = reviewsWords;
const RATINGS = { any: filter.any, '1': '1', '2': '2', '3': '3', '4': '4', '5': '5' } as const;
const PRESENCE = { any: filter.any, with: filter.with, without: filter.without } as const;
const DATES = { any: filter.any, ...filter.period, between: filter.between } as const;
const GONE = { no: filter.notShown, also: filter.also, only: filter.only } as const;
const HIDDEN = { no: filter.notShown, also: filter.also } as const;

interface FilterPanelProps {
  readonly search: ReviewsSearch;
  readonly onChange: (next: ReviewsSearch) => void;
}

/** Every filter of the list. A change applies at once. */
export function FilterPanel({ search, onChange }: FilterPanelProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={330} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          className="add-filter"
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {filter.add}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={filter.title} className="filter-panel">
        <Fields search={search} onChange={onChange} />
        <Button onClick={() => setOpen(false)}>{filter.close}</Button>
      </Popover.Dropdown>
    </Popover>
  );
}

function Fields(props: FilterPanelProps) {
  return (
    <>
      <RatingFields {...props} />
      <PresenceField {...props} label={filter.reply} field="has_reply" />
      <DateFields {...props} />
      <LanguageField {...props} />
      <PresenceField {...props} label={filter.text} field="has_text" />
      <PresenceField {...props} label={filter.photos} field="has_images" />
      <HiddenField {...props} />
      <GoneField {...props} />
      <Platforms {...props} />
    </>
  );
}

function RatingFields({ search, onChange }: FilterPanelProps) {
  return (
    <Row label={filter.rating}>
      <Choice
        label={filter.least}
        value={choiceOf(search.min_rating)}
        choices={RATINGS}
        onChoose={(value) => onChange({ min_rating: value === 'any' ? undefined : Number(value) })}
      />
      <Choice
        label={filter.most}
        value={choiceOf(search.max_rating)}
        choices={RATINGS}
        onChoose={(value) => onChange({ max_rating: value === 'any' ? undefined : mostOf(Number(value)) })}
      />
    </Row>
  );
}

interface PresenceFieldProps extends FilterPanelProps {
  readonly label: string;
  readonly field: 'has_reply' | 'has_text' | 'has_images';
}

function PresenceField({ search, onChange, label, field }: PresenceFieldProps) {
  const isPresent = search[field];
  return (
    <Row label={label}>
      <Choice
        label={label}
        value={isPresent === undefined ? 'any' : isPresent ? 'with' : 'without'}
        choices={PRESENCE}
        onChoose={(value) => onChange({ [field]: value === 'any' ? undefined : value === 'with' })}
      />
    </Row>
  );
}

/** The languages of the reviews of the scope, the most frequent first, and one that the address names. */
function LanguageField({ search, onChange }: FilterPanelProps) {
  const { account } = accountRoute.useRouteContext();
  const { data: found } = useQuery(languageFiguresQuery(account.id, scopeOf(search)));
  const codes = (found?.data ?? []).map(({ language }) => language);
  const chosen = search.languages;
  const choices = [...codes, ...(chosen === undefined || codes.includes(chosen) ? [] : [chosen])];
  return (
    <Row label={filter.language}>
      <Choice
        label={filter.language}
        value={chosen ?? 'any'}
        choices={{
          any: filter.any,
          ...Object.fromEntries(choices.map((code) => [code, code.split(',').map(languageName).join(', ')])),
        }}
        onChoose={(value) => onChange({ languages: value === 'any' ? undefined : value })}
      />
    </Row>
  );
}

function HiddenField({ search, onChange }: FilterPanelProps) {
  return (
    <Row label={filter.hidden}>
      <Choice
        label={filter.hidden}
        value={search.show_hidden ? 'also' : 'no'}
        choices={HIDDEN}
        onChoose={(value) => onChange({ show_hidden: value === 'also' ? true : undefined })}
      />
    </Row>
  );
}

function GoneField({ search, onChange }: FilterPanelProps) {
  return (
    <Row label={filter.gone}>
      <Choice
        label={filter.gone}
        value={search.only_deleted ? 'only' : search.include_deleted ? 'also' : 'no'}
        choices={GONE}
        onChoose={(value) =>
          onChange({
            only_deleted: value === 'only' ? true : undefined,
            include_deleted: value === 'also' ? true : undefined,
          })
        }
      />
    </Row>
  );
}

const choiceOf = (rating: number | undefined): keyof typeof RATINGS =>
  rating === undefined || rating < 1 ? 'any' : (String(starsOf(rating)) as keyof typeof RATINGS);

function Row({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  return (
    <div className="filter-line">
      <span className="small sub">{label}</span>
      <span className="filter-fields">{children}</span>
    </div>
  );
}

function DateFields({ search, onChange }: FilterPanelProps) {
  const { period, published_from: from, published_to: to } = search;
  const [isBetween, setBetween] = useState((from ?? to) !== undefined);
  const value = period ?? (isBetween || (from ?? to) !== undefined ? 'between' : 'any');
  const choose = (chosen: keyof typeof DATES): void => {
    setBetween(chosen === 'between');
    const isRelative = chosen !== 'any' && chosen !== 'between';
    onChange({ period: isRelative ? chosen : undefined, published_from: undefined, published_to: undefined });
  };
  return (
    <>
      <Row label={filter.date}>
        <Choice label={filter.date} value={value} choices={DATES} onChoose={choose} />
      </Row>
      {value === 'between' && (
        <Row>
          {(['published_from', 'published_to'] as const).map((key) => (
            <input
              key={key}
              type="date"
              className="choice"
              aria-label={key === 'published_from' ? filter.from : filter.to}
              value={search[key] ?? ''}
              onChange={(event) => onChange({ [key]: event.currentTarget.value || undefined })}
            />
          ))}
        </Row>
      )}
    </>
  );
}

function Platforms({ search, onChange }: FilterPanelProps) {
  const { account } = accountRoute.useRouteContext();
  const { data: sources } = useQuery(sourcesQuery(account.id));
  const chosen = search.source_slugs?.split(',') ?? [];
  const id = useId();
  const toggle = (slug: string, isChosen: boolean): void => {
    const next = isChosen ? [...chosen, slug] : chosen.filter((other) => other !== slug);
    onChange({ source_slugs: next.length === 0 ? undefined : next.join(',') });
  };
  return (
    <fieldset className="filter-platforms" aria-labelledby={id}>
      <legend id={id} className="small sub">
        {filter.platform}
      </legend>
      {[...(sources?.values() ?? [])]
        .filter((source) => source.is_active)
        .map(({ slug, display_name: name }) => (
          <Checkbox
            key={slug}
            size="md"
            label={name}
            checked={chosen.includes(slug)}
            onChange={(event) => toggle(slug, event.currentTarget.checked)}
          />
        ))}
    </fieldset>
  );
}
