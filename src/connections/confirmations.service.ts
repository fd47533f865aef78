/**
 * Which objects are their accounts' own (contract §7.4, `reply_card_not_yours`; contract §4.16): those that the operator
 * has confirmed, and, card by card, those whose platform has taken the account's connection.
 */
import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AuditTrail } from '@src/audit';
import { ObjectDirectory } from '@src/objects';
import { ConfirmationStore } from './persistence/confirmation.store';

export interface Confirmation {
  readonly accountId: number;
  readonly objectId: number;
  readonly objectName: string;
  /** By the operator; null where it is not, or not any more. */
  readonly confirmedAt: Date | null;
}

/** For the operator, who names objects of all accounts. Every method throws 404 for one that is missing or deleted. */
@Injectable()
export class ConfirmationsService {
  constructor(
    private readonly database: Database,
    private readonly objects: ObjectDirectory,
    private readonly confirmations: ConfirmationStore,
    private readonly trail: AuditTrail,
  ) {}

  async find(objectId: number): Promise<Confirmation> {
    const accountId = await this.objects.accountOf(objectId);
    const { name } = await this.objects.requireOwned(accountId, objectId);
    return {
      accountId,
      objectId,
      objectName: name,
      confirmedAt: await this.confirmations.find(accountId, objectId),
    };
  }

  /** The operator's word; given twice, the first time stays. */
  async confirm(objectId: number): Promise<Confirmation> {
    const accountId = await this.objects.accountOf(objectId);
    return this.database.transaction(async () => {
      const target = { type: 'object', id: objectId } as const;
      if (await this.confirmations.insert(accountId, objectId))
        await this.trail.note({ action: 'object.confirmed', accountId, target });
      return this.find(objectId);
    });
  }

  /** Takes the operator's word back; connections stay as they are. */
  async withdraw(objectId: number): Promise<Confirmation> {
    const accountId = await this.objects.accountOf(objectId);
    return this.database.transaction(async () => {
      const target = { type: 'object', id: objectId } as const;
      if (await this.confirmations.remove(accountId, objectId))
        await this.trail.note({ action: 'object.unconfirmed', accountId, target });
      return this.find(objectId);
    });
  }
}
