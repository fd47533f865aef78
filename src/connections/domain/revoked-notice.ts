import type { NewNotice } from '@src/notices';

/** Connections that the platform no longer accepts. */
export interface RevokedConnection {
  readonly accountId: number;
  /** The object of the call that was refused. */
  readonly objectId: number;
  readonly slug: string;
  /** Display name of the platform. */
  readonly platform: string;
  /** Name of the card on the platform; null if it has none. */
  readonly cardName: string | null;
  /** How many connections were revoked together: those of one consent. */
  readonly connections: number;
  /** The publisher's message, without credentials. */
  readonly reason: string;
}

/** The notice that a platform took back the access to one or several cards (contract §4.5). It contains no credentials. */
export function revokedNotice(revoked: RevokedConnection): NewNotice {
  const { accountId, objectId, slug, platform, cardName, connections, reason } = revoked;
  const whose = connections === 1 ? `object ${objectId}` : `${connections} objects`;
  const card = connections > 1 || cardName === null ? '' : ` to "${cardName}"`;
  return {
    accountId,
    kind: 'access_revoked',
    subject: `${platform} took back the access of ${whose}`,
    body: [
      `${platform} no longer lets the service act for ${whose}: the access${card} was taken back or has expired.`,
      'Replies are not published there until the platform is connected again. Nothing was deleted.',
      `Details: ${reason}`,
    ].join('\n'),
    path: `connections/${slug}`,
  };
}
