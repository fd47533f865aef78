/** The wire form of flows that connect a platform by its sign-in (contract §4.15). */
import { ApiSchema } from '@nestjs/swagger';
import { BodyInteger, BodyList, BodyText, Input, Shape } from '@libs/http';
import type { FlowView } from '../consent-flows.service';
import type { FlowCard } from '../persistence/consent-card.store';

const STATES = ['waiting', 'expired', 'refused', 'failed', 'reading', 'ready', 'testing'] as const;

@ApiSchema({ description: 'The platform to connect.' })
export class NewConsentBody extends Input({
  source: BodyText({ description: 'Machine name of the platform.', min: 1, max: 64, example: 'google' }),
}) {}

@ApiSchema({ description: 'A flow, and the page of the platform that it begins with.' })
export class BegunConsent extends Shape({
  flow_id: { type: 'integer', description: 'Id of the flow.', example: 3 },
  authorize_url: {
    type: 'string',
    description: "The platform's page, valid for 10 minutes in the same session. Open it in the same window.",
    example: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=…',
  },
}) {}

@ApiSchema({ description: 'A card that the consent gives access to, and the object that it belongs to.' })
export class ConsentCardShown extends Shape({
  card: { type: 'string', description: "The platform's id of the card.", example: 'accounts/1/locations/2' },
  name: { type: 'string', description: 'Name of the card.', example: 'Harbor Hotel' },
  address: {
    type: 'string',
    nullable: true,
    description: 'Address in one line.',
    example: 'Rua do Cais 4, 4000 Porto',
  },
  object_id: {
    type: 'integer',
    nullable: true,
    description: 'The object that the service proposes; null: choose one.',
  },
  object_name: { type: 'string', nullable: true, description: 'Name of that object.' },
  certain: { type: 'boolean', description: 'The proposal needs no check by a person.' },
  chosen_object_id: { type: 'integer', nullable: true, description: 'The object that a person chose; null: none yet.' },
  chosen_object_name: { type: 'string', nullable: true, description: 'Name of the chosen object.' },
  outcome: {
    type: 'string',
    nullable: true,
    values: ['waiting', 'connected', 'refused'],
    description: 'Result of the test of the chosen object; null: no object is chosen.',
  },
  detail: { type: 'string', nullable: true, description: 'Why the test refused the pair, as a text.' },
  connection_id: { type: 'integer', nullable: true, description: 'The connection that was made.' },
}) {}

@ApiSchema({ description: 'The state of a flow.' })
export class ConsentShown extends Shape({
  flow_id: { type: 'integer', description: 'Id of the flow.', example: 3 },
  source_slug: { type: 'string', description: 'Machine name of the platform.', example: 'google' },
  state: {
    type: 'string',
    values: STATES,
    description:
      '`waiting`: at the platform; `expired`: 10 minutes are over; `refused`: the person said no; `failed`: see `reason`; `reading`: the cards are read; `ready`: choose objects; `testing`: pairs are tested.',
  },
  reason: {
    type: 'string',
    nullable: true,
    description:
      'Why the flow failed: `code_refused`, `client_refused`, `redirect_uri_refused`, `scope_missing`, `no_lasting_access`, `interface_closed`, `access_revoked`, `unavailable`, `interrupted`, `platform_error`.',
    example: 'scope_missing',
  },
  detail: { type: 'string', nullable: true, description: 'The answer of the platform, as a text.' },
  read_cards: { type: 'integer', description: 'Cards read so far.', example: 42 },
  is_complete: { type: 'boolean', description: 'All cards of the account were read.' },
  healed: { type: 'integer', description: 'Revoked connections that the flow made active again.', example: 0 },
  cards: { type: () => ConsentCardShown, list: true, description: 'The cards; empty until all are read.' },
}) {}

@ApiSchema({ description: 'A card and the object that it belongs to.' })
export class PairBody extends Input({
  card: BodyText({ description: 'The card.', min: 1, max: 500, example: 'accounts/1/locations/2' }),
  object_id: BodyInteger({ description: 'The object.', example: 17 }),
}) {}

@ApiSchema({ description: 'Cards and their objects.' })
export class AttachBody extends Input({
  pairs: BodyList(() => PairBody, { description: 'Each card and each object once.', min: 1, max: 1_000 }),
}) {}

@ApiSchema({ description: 'Pairs whose tests have begun.' })
export class AttachedShown extends Shape({
  accepted: { type: 'integer', description: 'Number of pairs that are tested.', example: 41 },
}) {}

export function presentConsent(flow: FlowView): ConsentShown {
  return {
    flow_id: flow.id,
    source_slug: flow.sourceSlug,
    state: stateOf(flow),
    reason: flow.reason,
    detail: flow.detail,
    read_cards: flow.readCards,
    is_complete: flow.isComplete,
    healed: flow.healed,
    cards: flow.cards.map(presentCard),
  };
}

function stateOf({ state, isExpired, cards }: FlowView): ConsentShown['state'] {
  if (isExpired) return 'expired';
  return state === 'ready' && cards.some(({ outcome }) => outcome === 'waiting') ? 'testing' : state;
}

function presentCard(card: FlowCard): ConsentCardShown {
  return {
    card: card.card,
    name: card.name,
    address: card.address,
    object_id: card.proposedObjectId,
    object_name: card.proposedObjectName,
    certain: card.certain && card.proposedObjectId !== null,
    chosen_object_id: card.chosenObjectId,
    chosen_object_name: card.chosenObjectName,
    outcome: card.outcome,
    detail: card.detail,
    connection_id: card.connectionId,
  };
}
