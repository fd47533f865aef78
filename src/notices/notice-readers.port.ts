/**
 * The members of accounts, for the recipients of notices. The context `console` imports `notices`, so this port declares what is
 * needed and `console/identity` implements it. Without an implementation, notices are mailed to the address of the account only.
 */
export interface NoticeReader {
  readonly personId: number;
  readonly email: string;
  readonly role: string;
}

export abstract class NoticeReaders {
  /** The members of the account. */
  abstract membersOf(accountId: number): Promise<readonly NoticeReader[]>;
}
