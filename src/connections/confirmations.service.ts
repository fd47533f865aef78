/**
 * The operator's confirmations that objects belong to their accounts (contract §7.4, `reply_card_not_yours`; contract §4.16). A
 * connection that the platform accepted also proves that its card belongs to the account.
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
  /** When the operator confirmed the object; null if it is not confirmed. */
  readonly confirmedAt: Date | null;
}

/** Confirms objects of all accounts, for the operator. Every method throws 404 for a missing or deleted object. */
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

  /** Confirms an object; a repeated confirmation keeps the time of the first. */
  async confirm(objectId: number): Promise<Confirmation> {
    const accountId = await this.objects.accountOf(objectId);
    return this.database.transaction(async () => {
      const target = { type: 'object', id: objectId } as const;
      if (await this.confirmations.insert(accountId, objectId))
        await this.trail.record({ action: 'object.confirmed', accountId, target });
      return this.find(objectId);
    });
  }

  /** Withdraws the confirmation; connections do not change. */
  async withdraw(objectId: number): Promise<Confirmation> {
    const accountId = await this.objects.accountOf(objectId);
    return this.database.transaction(async () => {
      const target = { type: 'object', id: objectId } as const;
      if (await this.confirmations.remove(accountId, objectId))
        await this.trail.record({ action: 'object.unconfirmed', accountId, target });
      return this.find(objectId);
    });
  }
}
