/** The author of a change in the audit trail (contract §12.5). */
export type Actor =
  /** A key of the API. `address` is the client's address as reported by the trusted proxies. */
  | {
      readonly kind: 'key';
      readonly accountId: number;
      readonly keyId: number;
      readonly address: string;
    }
  /** A person in the console. `accountId` is the account in which the person acts; null for acts on the person's own data. */
  | {
      readonly kind: 'person';
      readonly accountId: number | null;
      readonly personId: number;
      readonly address: string;
    }
  /** The command line. */
  | { readonly kind: 'cli' }
  /** The service itself. `address` is that of an unknown client who caused the act, such as one with a wrong password. */
  | { readonly kind: 'service'; readonly address?: string };

export const THE_SERVICE: Actor = { kind: 'service' };
export const THE_COMMAND_LINE: Actor = { kind: 'cli' };
