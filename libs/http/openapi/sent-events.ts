import type { DocumentedEvent } from '../endpoint';

/** OpenAPI's `webhooks`: the events of a version by name. */
export function webhooksOf(events: readonly DocumentedEvent[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(events.map((event) => [event.name, { post: operationOf(event) }]));
}

function operationOf({ name, summary, description, headers, schema, example }: DocumentedEvent): unknown {
  return {
    operationId: `event_${name.replaceAll('.', '_')}`,
    summary,
    description,
    tags: ['Webhooks'],
    // The signature proves the sender; the receiver needs no key.
    security: [],
    parameters: Object.entries(headers).map(([header, { type, description: meaning, isOptional = false }]) => ({
      name: header,
      in: 'header',
      required: !isOptional,
      description: meaning,
      schema: { type },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, examples: { [name]: { summary, value: example } } } },
    },
    responses: RECEIVER,
  };
}

/** The meaning of the receiver's response (contract §6.5). */
const RECEIVER = {
  '2XX': { description: 'Received. The body is ignored.' },
  '408': { description: 'Sent again later.' },
  '429': { description: 'Sent again later.' },
  '5XX': { description: 'Sent again later.' },
  default: { description: 'A permanent failure: not sent again. Redirects are not followed.' },
};
