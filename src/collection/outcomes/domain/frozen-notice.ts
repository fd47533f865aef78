import type { NewNotice } from '@src/notices';
import { FREEZE_AFTER } from '../../domain/failure';

/** A link that its last failure froze. */
export interface FrozenLink {
  readonly accountId: number;
  readonly objectId: number;
  readonly linkId: number;
  /** Display name of the platform. */
  readonly platform: string;
  /** The code and text of the last failure. */
  readonly scrapeError: string;
}

/** The notice that a link is collected weekly only, until a visit succeeds (contract §2.2). */
export function frozenNotice({ accountId, objectId, linkId, platform, scrapeError }: FrozenLink): NewNotice {
  return {
    accountId,
    kind: 'link_frozen',
    subject: `Link ${linkId} on ${platform} is frozen`,
    body: [
      `${FREEZE_AFTER} visits in a row of link ${linkId} of object ${objectId} on ${platform} failed. It is visited weekly until a visit succeeds.`,
      `Last failure: ${scrapeError}`,
      'Its reviews stay as they are: nothing was marked as deleted. Check the address, or switch the link off and on to visit it now.',
    ].join('\n'),
    path: `objects/${objectId}/links?link=${linkId}`,
  };
}
