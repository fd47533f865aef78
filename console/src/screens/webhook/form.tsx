import { TextInput } from '@mantine/core';
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { problemFacts, ApiProblem } from '../../api/problem';
import type { WebhookSettings } from '../../api/queries/webhooks';
import { addressOf } from '../../lib/address';
import { Choice } from '../../parts/filters';
import { WriteButton } from '../../parts/write-button';
import { words } from '../../words/en';
import { settingsOf, type Draft } from './draft';
import { EventChoice } from './form-events';
import { ObjectChoice } from './form-objects';
import { ReviewChoice } from './form-reviews';
import { Preview } from './preview';

type Field = 'target' | 'events' | 'objects' | 'ratings';
const { form } = words.webhook;

function problemsOf(draft: Draft): Partial<Record<Field, string>> {
  return {
    ...(addressOf(draft.target) !== null ? {} : { target: form.targetMissing }),
    ...(draft.events.length > 0 ? {} : { events: form.eventsMissing }),
    ...(draft.objectIds?.length === 0 ? { objects: form.objectsMissing } : {}),
    ...(draft.ratings.length > 0 ? {} : { ratings: form.ratingsMissing }),
  };
}

/** The field that a refusal of the API names. */
const NAMED: Readonly<Record<string, Field>> = {
  target: 'target',
  event_types: 'events',
  object_ids: 'objects',
  'filters.allowed_ratings': 'ratings',
};

const WINDOWS = Object.fromEntries([
  ['immediate', form.immediate],
  ...Array.from({ length: 24 }, (_, hour) => [`daily_${hour}`, form.daily(hour)]),
]) as Readonly<Record<string, string>>;

interface WebhookFormProps {
  readonly initial: Draft;
  readonly submitLabel: string;
  readonly error: Error | null;
  readonly isSending: boolean;
  readonly note?: ReactNode;
  readonly onSubmit: (settings: WebhookSettings) => void;
}

/** The settings of a webhook. The first field that is not right gets the focus. */
export function WebhookForm({ initial, submitLabel, error, isSending, note, onSubmit }: WebhookFormProps) {
  const [draft, setDraft] = useState(initial);
  const [isSent, setSent] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const refused = refusalOf(error);
  const problems = { ...(isSent ? problemsOf(draft) : {}), ...refused.byField };
  const change = (next: Partial<Draft>): void => setDraft((before) => ({ ...before, ...next }));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSent(true);
    const [first] = Object.keys(problemsOf(draft));
    if (first === undefined) onSubmit(settingsOf(draft));
    else formRef.current?.querySelector<HTMLElement>(`[data-field=${first}] input`)?.focus();
  };
  return (
    <form ref={formRef} className="webhook-form" noValidate onSubmit={submit}>
      <Fields draft={draft} problems={problems} onChange={change} />
      <Preview draft={draft} onChange={change} />
      {refused.text !== null && (
        <p role="alert" className="refused small">
          {refused.text}
        </p>
      )}
      <div className="part-actions">
        <WriteButton type="submit" variant="filled" loading={isSending}>
          {submitLabel}
        </WriteButton>
        <span role="status" className="small sub">
          {note}
        </span>
      </div>
    </form>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly problems: Partial<Record<Field, string>>;
  readonly onChange: (next: Partial<Draft>) => void;
}

function Fields({ draft, problems, onChange }: FieldsProps) {
  return (
    <>
      <div className="card form-card">
        <div data-field="target">
          <TextInput
            label={form.target}
            description={problems.target === undefined ? form.targetHelp : undefined}
            type="url"
            inputMode="url"
            dir="ltr"
            autoComplete="off"
            error={problems.target}
            value={draft.target}
            onChange={(event) => onChange({ target: event.currentTarget.value })}
          />
        </div>
        <EventChoice chosen={draft.events} problem={problems.events} onChange={(events) => onChange({ events })} />
      </div>
      <div className="card form-card">
        <ObjectChoice
          chosen={draft.objectIds}
          problem={problems.objects}
          onChange={(objectIds) => onChange({ objectIds })}
        />
        <ReviewChoice draft={draft} problem={problems.ratings} onChange={onChange} />
        <div className="form-row">
          <span className="form-label">{form.window}</span>
          <Choice
            label={form.window}
            value={draft.window}
            choices={WINDOWS}
            onChoose={(window) => onChange({ window })}
          />
        </div>
      </div>
    </>
  );
}

/** A refusal beside its field, otherwise below the form. The API names the field before a colon. */
function refusalOf(error: Error | null): {
  readonly byField: Partial<Record<Field, string>>;
  readonly text: string | null;
} {
  if (error === null) return { byField: {}, text: null };
  const [, name = '', detail = ''] = /^([a-z_.]+)[^:]*: (.*)$/s.exec(error.message) ?? [];
  const field = NAMED[name];
  if (error instanceof ApiProblem && error.code === 'validation_error' && field !== undefined)
    return { byField: { [field]: detail }, text: null };
  return { byField: {}, text: problemFacts(error).text };
}
