import { Controller, Delete, Get, Put } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { Endpoint, IdParam, Shape, V3 } from '@libs/http';
import { wireTimeOrNull } from '@libs/kernel';
import { ConfirmationsService, type Confirmation } from '../confirmations.service';

@ApiSchema({ description: 'Whether the operator has confirmed that an object belongs to its account.' })
export class ConfirmationShown extends Shape({
  account_id: { type: 'integer', description: 'The account that the object belongs to.' },
  object_id: { type: 'integer', description: 'The object.' },
  object_name: { type: 'string', description: 'Name of the object.', example: 'Hotel Example' },
  confirmed_at: {
    type: 'date-time',
    nullable: true,
    description: 'When the object was confirmed; null if it is not confirmed.',
  },
}) {}

const present = ({ accountId, objectId, objectName, confirmedAt }: Confirmation): ConfirmationShown => ({
  account_id: accountId,
  object_id: objectId,
  object_name: objectName,
  confirmed_at: wireTimeOrNull(confirmedAt),
});

/** Confirmations that objects belong to their accounts, for keys of scope `master` (contract §4.16). */
@ApiTags('Administration')
@Controller({ path: 'admin/objects/:object_id/confirmation', version: V3 })
export class ConfirmationsController {
  constructor(private readonly confirmations: ConfirmationsService) {}

  @Get()
  @Endpoint({
    name: 'getObjectConfirmation',
    summary: "Whether an object is confirmed as its account's own",
    description: 'Without it, and without a connection, replies are refused with `reply_card_not_yours`.',
    response: ConfirmationShown,
    access: 'master',
  })
  async get(@IdParam('object_id') objectId: number): Promise<ConfirmationShown> {
    return present(await this.confirmations.find(objectId));
  }

  @Put()
  @Endpoint({
    name: 'confirmObject',
    summary: "Confirm an object as its account's own",
    description:
      'Its replies are then no longer refused with `reply_card_not_yours`; without a connection to the platform they are `reply_access_revoked`. A tested connection confirms its card without this request. A repeated confirmation changes nothing.',
    response: ConfirmationShown,
    access: 'master',
  })
  async confirm(@IdParam('object_id') objectId: number): Promise<ConfirmationShown> {
    return present(await this.confirmations.confirm(objectId));
  }

  @Delete()
  @Endpoint({
    name: 'withdrawObjectConfirmation',
    summary: 'Withdraw a confirmation',
    description: 'Connections are kept. Withdrawing a confirmation that does not exist is no error.',
    response: ConfirmationShown,
    access: 'master',
  })
  async withdraw(@IdParam('object_id') objectId: number): Promise<ConfirmationShown> {
    return present(await this.confirmations.withdraw(objectId));
  }
}
