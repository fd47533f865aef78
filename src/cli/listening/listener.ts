import { AppError } from '@libs/kernel';
import { EVENT_TYPES, isHrevError, type Hrev, type Webhook } from '@libs/sdk';
import { ListenerFile } from './listener-file';

/** What `hrev listen` listens to. */
export interface ListenerWish {
  readonly url: string;
  readonly name: string;
  /** Undefined: all, or what the listener has. */
  readonly events: readonly Webhook['event_types'][number][] | undefined;
  /** Undefined: all, or what the listener has. */
  readonly objects: readonly number[] | undefined;
  /** The folder of the remembered ids. */
  readonly folder: string;
}

export interface OpenListener {
  readonly webhook: Webhook;
  /** Whether it was there, so that deliveries may have waited in it. */
  readonly isResumed: boolean;
  readonly file: ListenerFile;
}

/** Finds the listener of an earlier session or creates one. Throws the errors of the SDK. */
export async function openListener(hrev: Hrev, wish: ListenerWish): Promise<OpenListener> {
  const { id: accountId } = await hrev.account.get();
  const file = new ListenerFile(wish.folder, { url: wish.url, accountId, name: wish.name });
  const stored = await file.read();
  const found = stored === null ? null : await existing(hrev, stored);
  if (found !== null) return { webhook: await changed(hrev, found, wish), isResumed: true, file };
  const created = await hrev.webhooks.create({
    listener: true,
    event_types: [...(wish.events ?? EVENT_TYPES)],
    object_ids: wish.objects === undefined ? null : [...wish.objects],
  });
  const id = await file.claim(created.id, stored);
  if (id === created.id) return { webhook: created, isResumed: false, file };
  // Another process with the same name was faster; both use its listener.
  await hrev.webhooks.delete(created.id);
  const other = await existing(hrev, id);
  if (other === null)
    throw new AppError('conflict', 'Another `hrev listen` with this name has just ended; start again');
  return { webhook: await changed(hrev, other, wish), isResumed: true, file };
}

/** The listener with this id; null if it was removed, or the id is that of another webhook. */
async function existing(hrev: Hrev, id: number): Promise<Webhook | null> {
  try {
    const webhook = await hrev.webhooks.get(id);
    return webhook.listener ? webhook : null;
  } catch (error) {
    if (isHrevError(error, 'not_found')) return null;
    throw error;
  }
}

/** The listener with the settings that the wish names. */
async function changed(hrev: Hrev, webhook: Webhook, { events, objects }: ListenerWish): Promise<Webhook> {
  const change = {
    ...(events === undefined || sameItems(events, webhook.event_types) ? {} : { event_types: [...events] }),
    ...(objects === undefined || sameItems(objects, webhook.object_ids ?? []) ? {} : { object_ids: [...objects] }),
    ...(webhook.is_active ? {} : { is_active: true }),
  };
  return Object.keys(change).length === 0 ? webhook : hrev.webhooks.update(webhook.id, change);
}

const sameItems = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item) => other.includes(item));
