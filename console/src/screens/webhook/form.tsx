import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { refusalOf } from '../../api/problem';
import type { Webhook, WebhookSettings } from '../../api/queries/webhooks';
import { addressOf } from '../../lib/address';
import { useForm, type Form } from '../../lib/use-form';
import { Choice } from '../../parts/filters';
import { WriteButton } from '../../parts/write-button';
import { webhookWords } from '../../words/en/webhook';
import { areComplete, draftOf, settingsOf, type Draft } from './draft';
import { EventChoice } from './form-events';
import { HeaderChoice } from './form-headers';
import { ObjectChoice } from './form-objects';
import { ReviewChoice } from './form-reviews';
import { Preview } from './preview';

const { form: text } = webhookWords;

const problemsOf = ({ target, events, objectIds, ratings, headers }: Draft) => ({
  target: addressOf(target) === null ? text.targetMissing : null,
  events: events.length === 0 ? text.eventsMissing : null,
  objectIds: objectIds?.length === 0 ? text.objectsMissing : null,
  ratings: ratings.length === 0 ? text.ratingsMissing : null,
  headers: areComplete(headers) ? null : text.headersIncomplete,
});

/** The fields of the API that have another name here. */
const NAMES = { event_types: 'events', object_ids: 'objectIds', 'filters.allowed_ratings': 'ratings' } as const;

const WINDOWS: Readonly<Record<string, string>> = {
  immediate: text.immediate,
  ...Object.fromEntries(Array.from({ length: 24 }, (_, hour) => [`daily_${hour}`, text.daily(hour)])),
};

const FORMATS: Readonly<Record<Draft['format'], string>> = text.formats;

interface WebhookFormProps {
  readonly initial: Draft;
  /** The webhook as it was saved last. */
  readonly saved?: Webhook | undefined;
  readonly submitLabel: string;
  readonly error: Error | null;
  readonly isSending: boolean;
  readonly note?: ReactNode;
  /** `before` are the settings that the form began with, or that were saved last. */
  readonly onSubmit: (settings: WebhookSettings, before: WebhookSettings) => void;
}

/** The settings of a webhook. The first field that is not right gets the focus. */
export function WebhookForm({ initial, saved, submitLabel, error, isSending, note, onSubmit }: WebhookFormProps) {
  const [before, setBefore] = useState(initial);
  const form = useForm({
    initial,
    keptAs: 'webhook',
    check: problemsOf,
    onSend: (draft) => onSubmit(settingsOf(draft), settingsOf(before)),
    refusal: refusalOf(error),
    names: NAMES,
  });
  const [kept, setKept] = useState(saved);
  if (saved !== undefined && saved !== kept) {
    setKept(saved);
    // The values of headers are not kept once they are saved, and another tab may have changed other settings.
    form.set(draftOf(saved));
    setBefore(draftOf(saved));
  }
  return (
    <form className="webhook-form" noValidate onSubmit={form.submit}>
      <Fields form={form} />
      <Preview draft={form.values} onChange={form.set} />
      {form.refusal !== null && (
        <p role="alert" className="refused small">
          {form.refusal}
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

function Fields({ form }: { readonly form: Form<Draft, keyof ReturnType<typeof problemsOf>> }) {
  const { values: draft, set, at, problemOf } = form;
  return (
    <>
      <div className="card form-card">
        <TextInput
          label={text.target}
          description={problemOf('target') === null ? text.targetHelp : undefined}
          type="url"
          inputMode="url"
          dir="ltr"
          autoComplete="off"
          {...form.text('target')}
        />
        <EventChoice
          ref={at('events')}
          chosen={draft.events}
          problem={problemOf('events')}
          onChange={(events) => set({ events })}
        />
      </div>
      <div className="card form-card">
        <ObjectChoice
          ref={at('objectIds')}
          chosen={draft.objectIds}
          problem={problemOf('objectIds')}
          onChange={(objectIds) => set({ objectIds })}
        />
        <ReviewChoice ref={at('ratings')} draft={draft} problem={problemOf('ratings')} onChange={set} />
        <div className="form-row">
          <span className="form-label">{text.window}</span>
          <Choice label={text.window} value={draft.window} choices={WINDOWS} onChoose={(window) => set({ window })} />
        </div>
      </div>
      <div className="card form-card">
        <div className="form-row">
          <span className="form-label">{text.format}</span>
          <Choice label={text.format} value={draft.format} choices={FORMATS} onChoose={(format) => set({ format })} />
        </div>
        <HeaderChoice
          ref={at('headers')}
          draft={draft}
          problem={problemOf('headers')}
          onChange={(headers) => set({ headers })}
        />
      </div>
    </>
  );
}
