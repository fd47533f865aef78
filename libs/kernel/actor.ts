/** Who does something, as the audit trail names it (contract §12.5). */
export type Actor =
  /** A key over the API. `address` is the client's, as far as the trusted proxies tell. */
  | {
      readonly kind: 'key';
      readonly accountId: number;
      readonly keyId: number;
      readonly address: string;
    }
  /** Whoever runs the command line on the machine. */
  | { readonly kind: 'cli' }
  /** The service by itself. */
  | { readonly kind: 'service' };

export const THE_SERVICE: Actor = { kind: 'service' };
export const THE_COMMAND_LINE: Actor = { kind: 'cli' };
