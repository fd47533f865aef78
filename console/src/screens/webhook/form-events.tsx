import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type Ref } from 'react';
import { sampleBodiesQuery, type EventType } from '../../api/queries/webhooks';
import { Choices } from '../../parts/choices';
import { CodeBlock } from '../../parts/code-block';
import { webhookWords } from '../../words/en/webhook';
import { webhookEvents } from '../../words/en/webhook-events';
import { EVENTS } from './search';

const { form } = webhookWords;

interface EventChoiceProps {
  readonly ref: Ref<HTMLFieldSetElement>;
  readonly chosen: readonly EventType[];
  readonly problem: string | null;
  readonly onChange: (events: readonly EventType[]) => void;
}

/** The events, each with a sample of its body. */
export function EventChoice({ ref, chosen, problem, onChange }: EventChoiceProps) {
  const [sampled, setSampled] = useState<EventType | null>(null);
  const { data: samples } = useQuery({ ...sampleBodiesQuery, enabled: sampled !== null });
  return (
    <Choices ref={ref} legend={form.events} problem={problem}>
      {EVENTS.map((event) => (
        <div key={event} className="event-choice">
          <label className="check">
            <input
              type="checkbox"
              checked={chosen.includes(event)}
              onChange={(change) =>
                onChange(EVENTS.filter((one) => (one === event ? change.currentTarget.checked : chosen.includes(one))))
              }
            />
            <span>
              <span className="mono">{event}</span> <span className="sub small">{webhookEvents[event].when}</span>
            </span>
          </label>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={sampled === event}
            aria-label={form.sampleOf(event)}
            onClick={() => setSampled(sampled === event ? null : event)}
          >
            {sampled === event ? form.hideSample : form.sample}
          </Button>
          {sampled === event && samples && (
            <CodeBlock label={form.sampleOf(event)} text={samples[event] ?? ''} isJson />
          )}
        </div>
      ))}
    </Choices>
  );
}
