/** Every action in the trail (contract §12.5), as `target.action`. The API's documentation is generated from this list. */
export const AUDIT_ACTIONS = [
  'account.created',
  'account.changed',
  'key.issued',
  'key.revoked',
  'webhook.created',
  'webhook.changed',
  'webhook.removed',
  'webhook_secret.created',
  'webhook_secret.rotated',
  'connection.added',
  'connection.replaced',
  'connection.changed',
  'connection.removed',
  'object.confirmed',
  'object.unconfirmed',
  'secrets.resealed',
  'member.added',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The types of targets. */
export const AUDIT_TARGETS = [
  'account',
  'key',
  'webhook',
  'webhook_secret',
  'connection',
  'object',
  'installation',
  'person',
] as const;

export interface AuditTarget {
  readonly type: (typeof AUDIT_TARGETS)[number];
  /** Null if an account has only one target of the type. */
  readonly id: number | null;
}
