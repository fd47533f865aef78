import { ApiSchema } from '@nestjs/swagger';
import {
  BodyEnum,
  BodyInstant,
  BodyMailAddress,
  BodyName,
  BodyText,
  Input,
  PageParameters,
  QueryEnum,
  QueryText,
  Shape,
} from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { PLAN_NAMES, type Account, type AccountChange, type NewAccount } from '@src/auth';

const STATUSES = ['active', 'suspended'] as const;

export class AccountsParameters extends Input(PageParameters, {
  search: QueryText({
    description: 'Substring of the name or of the e-mail address, case-insensitive.',
    maxLength: 200,
  }),
  plan: QueryEnum({ description: 'Only accounts of this plan.', values: PLAN_NAMES }),
  status: QueryEnum({
    description: 'Only accounts with this status; an account with an expired trial is `suspended`.',
    values: STATUSES,
  }),
}) {}

@ApiSchema({ description: 'An account to create.' })
export class NewAccountBody extends Input({
  name: BodyName({ description: 'Name of the account.', min: 1, max: 200, example: 'Acme Hotels' }),
  plan: BodyEnum({ description: 'The plan; `trial` if it is absent.', values: PLAN_NAMES, optional: true }),
  email: BodyMailAddress({
    description: 'Address for notices.',
    optional: true,
    nullable: true,
    example: 'owner@example.com',
  }),
}) {}

@ApiSchema({ description: 'Changes of an account. Absent fields stay as they are.' })
export class AccountChangeBody extends Input({
  name: BodyName({ description: 'New name.', min: 1, max: 200, optional: true, example: 'Acme Hotels' }),
  email: BodyMailAddress({
    description: 'Address for notices; null: none.',
    optional: true,
    nullable: true,
    example: 'owner@example.com',
  }),
  plan: BodyEnum({
    description: 'Another plan. A change to `trial` begins a new trial; every other plan has no end.',
    values: PLAN_NAMES,
    optional: true,
    example: 'trial',
  }),
  trial_ends_at: BodyInstant({
    description: 'End of the trial, which may be in the past; only on the plan `trial`, otherwise 409.',
    optional: true,
    example: '2099-12-31T00:00:00Z',
  }),
  status: BodyEnum({
    description:
      '`suspended`: every request with a key of the account gets 402. `active` lifts the suspension, but does not renew an expired trial.',
    values: STATUSES,
    optional: true,
    example: 'suspended',
  }),
  suspended_reason: BodyText({
    description: 'Reason of the suspension, shown to the client; 409 if the account is not suspended.',
    max: 200,
    optional: true,
    nullable: true,
    example: 'invoice 7 is not paid',
  }),
}) {}

@ApiSchema({ description: 'An account, for the administration.' })
export class AdminAccount extends Shape({
  id: { type: 'integer', description: 'Id of the account.' },
  name: { type: 'string', description: 'Name of the account.' },
  email: { type: 'string', nullable: true, description: 'Address for notices.' },
  plan: { type: 'string', values: PLAN_NAMES, description: 'The plan.' },
  status: { type: 'string', values: STATUSES, description: '`suspended`: requests with a key of the account get 402.' },
  suspended_by: {
    type: 'string',
    nullable: true,
    values: ['operator', 'owner', 'trial_end'],
    description: 'Cause of the suspension: the operator, or the end of the trial.',
  },
  suspended_reason: { type: 'string', nullable: true, description: 'Reason given by the operator.' },
  closed_at: {
    type: 'date-time',
    nullable: true,
    description:
      'When an owner closed the account; its data is erased 30 days later, unless it is resumed. Null: not closed.',
    example: null,
  },
  trial_ends_at: {
    type: 'date-time',
    nullable: true,
    description: 'When the trial ends or ended; null if there is none.',
  },
  created_at: { type: 'date-time', description: 'When the account was created.' },
}) {}

@ApiSchema({ description: 'The first keys of an account, shown once.' })
export class NewAccountKeys extends Shape({
  full: { type: 'string', description: 'Key of scope `full`; shown only once.' },
  read_only: { type: 'string', description: 'Key of scope `read_only`; shown only once.' },
}) {}

@ApiSchema({ description: 'A new account with its first keys.' })
export class CreatedAccount extends Shape(AdminAccount, {
  keys: { type: () => NewAccountKeys, description: 'The two keys of a new account.' },
}) {}

export function accountChangeOf(body: AccountChangeBody): AccountChange {
  return {
    name: body.name,
    email: body.email,
    plan: body.plan,
    trialEndsAt: body.trial_ends_at,
    status: body.status,
    suspendedReason: body.suspended_reason === '' ? null : body.suspended_reason,
  };
}

export function presentAccount(account: Account): AdminAccount {
  const suspendedBy = suspenderOf(account);
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    plan: account.plan,
    status: suspendedBy === null ? 'active' : 'suspended',
    suspended_by: suspendedBy,
    suspended_reason: account.suspendedReason,
    closed_at: wireTimeOrNull(account.closedAt),
    trial_ends_at: wireTimeOrNull(account.trialEndsAt),
    created_at: wireTime(account.createdAt),
  };
}

function suspenderOf({ status, trialIsOver, closedAt }: Account): 'operator' | 'owner' | 'trial_end' | null {
  if (closedAt !== null) return 'owner';
  if (status === 'suspended') return 'operator';
  return trialIsOver ? 'trial_end' : null;
}

export function presentCreated({ account, full, readOnly }: NewAccount): CreatedAccount {
  return { ...presentAccount(account), keys: { full: full.key, read_only: readOnly.key } };
}
