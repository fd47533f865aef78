import { homedir, hostname } from 'node:os';
import path from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { AppError } from '@libs/kernel';
import { EVENT_TYPES, type ClaimedWebhookDelivery, type EventType, type Hrev } from '@libs/sdk';
import { readId } from '../arguments';
import type { CommandResult } from '../carry-out';
import { ListenSession, type SessionView } from '../listening/listen-session';
import { openListener, type OpenListener } from '../listening/listener';
import { forward, localTarget, type LocalAnswer } from '../listening/local-receiver';
import { runRemote, withRemote, type OnClose, type RemoteOptions } from '../listening/remote-service';
import { output } from '../output';

interface ListenOptions extends RemoteOptions {
  readonly forwardTo?: string;
  readonly events?: readonly EventType[];
  readonly object?: readonly number[];
  readonly name?: string;
  readonly timeout: number;
  readonly home: string;
  readonly allowAny?: boolean;
  readonly remove?: boolean;
  readonly printSecret?: boolean;
}

const NOTHING: CommandResult = { json: {}, lines: [] };
const TIMEOUT_S = 15;
const MAX_TIMEOUT_S = 45;

/** `listen`: deliveries of a service, sent to a receiver on this machine. Needs a key, and no access to the database. */
export function addListenCommand(program: Command): void {
  const command = program
    .command('listen')
    .description('send the deliveries of a service to a receiver on this machine, until it is stopped');
  withRemote(command)
    .option('--forward-to <address>', 'where to send them, such as http://localhost:9000/hook')
    .option('--events <types>', 'only these types, separated by commas; default: all', readEvents)
    .option('--object <id...>', 'only these objects', (text: string, earlier: readonly number[] = []) => [
      ...earlier,
      readId(text),
    ])
    .option('--name <name>', 'the listener to continue with; default: this machine and the address')
    .option('--timeout <seconds>', 'how long the receiver may take', readTimeout, TIMEOUT_S)
    .addOption(
      new Option('--home <folder>', 'where the ids of listeners are kept')
        .env('HREV_HOME')
        .default(path.join(homedir(), '.config', 'hrev'), '~/.config/hrev'),
    )
    .option('--allow-any', 'also an address outside of this machine and its networks')
    .option('--remove', 'delete the listener at the end, with what waits in it')
    .option('--print-secret', 'print the secret that signs deliveries, and end')
    .action((options: ListenOptions) => runRemote(options, (hrev, onClose) => listen(hrev, onClose, options)));
}

function readEvents(text: string): readonly EventType[] {
  const known: readonly string[] = EVENT_TYPES;
  const types = text.split(',').map((type) => type.trim());
  const unknown = types.find((type) => !known.includes(type));
  if (unknown === undefined) return [...new Set(types)] as EventType[];
  throw new InvalidArgumentError(`${unknown} is none of ${known.join(', ')}.`);
}

function readTimeout(text: string): number {
  const seconds = /^\d{1,2}$/.test(text) ? Number(text) : NaN;
  if (seconds >= 1 && seconds <= MAX_TIMEOUT_S) return seconds;
  throw new InvalidArgumentError(`It is a whole number of seconds from 1 to ${MAX_TIMEOUT_S}.`);
}

async function listen(hrev: Hrev, onClose: OnClose, options: ListenOptions): Promise<CommandResult> {
  if (options.printSecret) return secretOf(hrev);
  if (options.forwardTo === undefined) throw new AppError('validation_error', '--forward-to is required');
  await forwardTo(hrev, onClose, options.forwardTo, options);
  return NOTHING;
}

async function secretOf(hrev: Hrev): Promise<CommandResult> {
  const { secret } = await hrev.webhooks.getSecret();
  return { json: { secret }, lines: [secret] };
}

async function forwardTo(hrev: Hrev, onClose: OnClose, address: string, options: ListenOptions): Promise<void> {
  const target = await localTarget(address, options.allowAny ?? false);
  const { url, events, object: objects, name = `${hostname()} ${target.href}`, json = false } = options;
  const wish = { url, name, events, objects, folder: path.join(options.home, 'listeners') };
  const listener = await openListener(hrev, wish);
  const limits = (signal: AbortSignal) => ({ timeoutMs: options.timeout * 1_000, signal });
  const session = new ListenSession(
    hrev,
    listener.webhook.id,
    (request, signal) => forward(target, request, limits(signal)),
    viewOf(json),
  );
  onClose(async () => {
    await session.stop();
    await endOf(hrev, listener, options.remove ?? false);
  });
  output.notes(beginningOf(listener, target));
  await session.run();
}

const viewOf = (json: boolean): SessionView => ({
  delivered: (delivery, answer) =>
    json ? output.json(jsonOf(delivery, answer)) : output.lines([lineOf(delivery, answer)]),
  note: (text) => output.notes([text]),
});

function beginningOf({ webhook, isResumed }: OpenListener, target: URL): readonly string[] {
  const objects = webhook.object_ids === null ? 'all objects' : `objects ${webhook.object_ids.join(', ')}`;
  return [
    `Listener ${webhook.id} ${isResumed ? 'continues' : 'is new'}: ${webhook.event_types.join(', ')} of ${objects} go to ${target.href}`,
    'The secret that signs deliveries: hrev listen --print-secret. Stop: Ctrl-C',
  ];
}

async function endOf(hrev: Hrev, { webhook, file }: OpenListener, isRemoved: boolean): Promise<void> {
  if (!isRemoved) {
    const kept = `Listener ${webhook.id} is kept: what happens meanwhile waits for the next \`hrev listen\`, for a week. --remove deletes it.`;
    return output.notes([kept]);
  }
  try {
    await hrev.webhooks.delete(webhook.id);
    await file.remove();
    output.notes([`Listener ${webhook.id} is deleted.`]);
  } catch (error) {
    output.notes([
      `Listener ${webhook.id} could not be deleted: ${error instanceof Error ? error.message : String(error)}`,
    ]);
  }
}

const eventOf = ({ headers }: ClaimedWebhookDelivery): string => headers['X-Hrev-Event'] ?? '';

function lineOf(delivery: ClaimedWebhookDelivery, { status, error, code, durationMs }: LocalAnswer): string {
  const time = new Date().toTimeString().slice(0, 8);
  const attempt = delivery.attempt === 1 ? '' : `, attempt ${delivery.attempt}`;
  const answer = status ?? `${error}${code === null || code === '' ? '' : ` (${code})`}`;
  return `${time}  ${eventOf(delivery)}  ${delivery.delivery_id}  ${answer}  ${durationMs} ms${attempt}`;
}

const jsonOf = (delivery: ClaimedWebhookDelivery, { status, error, durationMs }: LocalAnswer): object => ({
  time: new Date().toISOString().slice(0, 19),
  event: eventOf(delivery),
  delivery_id: delivery.delivery_id,
  attempt: delivery.attempt,
  status,
  error,
  duration_ms: durationMs,
});
