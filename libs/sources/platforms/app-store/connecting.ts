/** Connections to the App Store: a key of App Store Connect, which opens an app in all storefronts. The card is the app's number. */
import { cleanTextOrNull } from '@libs/kernel';
import type { SourceConnecting } from '../../connecting';
import { CardNotYours, isSuccess, PlatformRefused } from '../../publish-errors';
import type { PublishTools } from '../../publisher';
import type { PublishResponse } from '../../source-http';
import { appUrl, call, CREDENTIAL_FIELDS, failureOf, isAppId, listUrl } from './app-store-connect';
import { appShape } from './connect-reviews';
import { appOf, HOSTS } from './match';

export const connecting: SourceConnecting = {
  hosts: HOSTS,
  credentialFields: CREDENTIAL_FIELDS,

  async check(objectUrl, tools) {
    const app = appOf(new URL(objectUrl));
    if (app === null || !isAppId(app.id)) throw new PlatformRefused('This is not the address of an app');
    // Reading the app does not need the role that the reviews need.
    await get(listUrl(app.id, 1), tools);
    const description = appShape.safeParse((await get(appUrl(app.id), tools)).json());
    return { card: app.id, name: description.success ? cleanTextOrNull(description.data.data.attributes.name) : null };
  },
};

async function get(url: string, tools: PublishTools): Promise<PublishResponse> {
  const response = await call(tools, { url });
  if (response.status === 404) throw new CardNotYours('The account of the key does not have this app');
  if (!isSuccess(response)) throw failureOf(response, { requestKind: 'read' });
  return response;
}
