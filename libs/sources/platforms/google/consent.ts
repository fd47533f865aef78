/**
 * Consent to the Business Profile APIs, as Google documents it for web servers: `access_type=offline` gives a lasting token, and
 * `prompt=consent` gives one on every consent. The list has the places of all accounts: the person's own and those of groups of
 * places. A place may be in several.
 */
import { cleanTextOrNull, parsedUrl } from '@libs/kernel';
import type { ConsentCard, PlatformConsent } from '../../consent';
import type { PublishTools } from '../../publisher';
import { readShape } from '../../read-shape';
import {
  ACCOUNTS,
  accountsShape,
  BUSINESS_INFORMATION_API,
  CARD_FIELDS,
  isAccountName,
  isLocationName,
  locationsShape,
  SCOPE,
  TOKEN_URL,
  type Location,
} from './business-profile';
import { get, pagesOf } from './requests';
import { addressOf, placeOf, placeOfId } from './match';

/** Limit for pages of accounts and places together: about 10,000 places. */
const MAX_PAGES = 120;

export const consent: PlatformConsent = {
  issuer: 'https://accounts.google.com',
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: TOKEN_URL,
  scope: SCOPE,
  parameters: { access_type: 'offline', prompt: 'consent', include_granted_scopes: 'false' },
  interfaceName: 'Business Profile APIs',

  async *cards(tools: PublishTools): AsyncGenerator<readonly ConsentCard[], boolean, void> {
    const seen = new Set<string>();
    let pages = 0;
    for await (const accounts of pagesOf(`${ACCOUNTS}?pageSize=20`, tools, () => (pages += 1))) {
      for (const { name: account } of readShape(accountsShape, accounts, "Google's accounts").accounts ?? []) {
        if (!isAccountName(account)) continue;
        const first = `${BUSINESS_INFORMATION_API}/${account}/locations?readMask=${CARD_FIELDS}&pageSize=100`;
        for await (const page of pagesOf(first, tools, () => (pages += 1))) {
          const { locations } = readShape(locationsShape, page, "Google's places of an account");
          const fresh = (locations ?? []).filter(({ name }) => !seen.has(name));
          for (const { name } of fresh) seen.add(name);
          yield fresh.flatMap((location) => cardOf(account, location));
          if (pages >= MAX_PAGES) return false;
        }
      }
    }
    return true;
  },

  forCard: (card) => ({ location: card }),

  async probe(tools: PublishTools): Promise<void> {
    await get(`${ACCOUNTS}?pageSize=1`, tools);
  },
};

function cardOf(account: string, location: Location): readonly ConsentCard[] {
  const card = `${account}/${location.name}`;
  if (!isLocationName(card)) return [];
  return [
    {
      card,
      name: cleanTextOrNull(location.title) ?? card,
      address: addressLine(location),
      pageUrl: pageUrlOf(location),
    },
  ];
}

function addressLine({ storefrontAddress: address }: Location): string | null {
  if (!address) return null;
  const town = [address.postalCode, address.locality].filter(Boolean).join(' ');
  return cleanTextOrNull(
    [...(address.addressLines ?? []), town, address.administrativeArea].filter(Boolean).join(', '),
  );
}

function pageUrlOf({ metadata }: Location): string | null {
  const page = parsedUrl(metadata?.mapsUri ?? '');
  const place = (page === null ? null : placeOf(page)) ?? placeOfId(metadata?.placeId ?? '');
  return place === null ? null : addressOf(place);
}
