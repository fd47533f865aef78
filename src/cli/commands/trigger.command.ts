import { Argument, type Command } from 'commander';
import { AppError } from '@libs/kernel';
import { EVENT_TYPES, isHrevError, type EventType, type Hrev, type TestResult, type Webhook } from '@libs/sdk';
import { EXIT } from '../../process/exit-codes';
import { readId } from '../arguments';
import type { CommandResult } from '../carry-out';
import { runRemote, withRemote, type RemoteOptions } from '../listening/remote-service';
import { table } from '../table';

interface TriggerOptions extends RemoteOptions {
  readonly object?: number;
}

/** A test event and the webhook that it was sent to. */
interface Triggered {
  readonly webhook: Webhook;
  readonly result: Pick<TestResult, 'success' | 'status_code' | 'error'> & { readonly delivery_id: number | null };
}

/** Test events of an account that run at the same time: one less than the service allows, so that the console may send one. */
const AT_A_TIME = 3;

/** `trigger EVENT_TYPE`: a test event for the webhooks and listeners of an account. Needs a key, and no access to the database. */
export function addTriggerCommand(program: Command): void {
  const command = program
    .command('trigger')
    .description('send a test event to the active webhooks and listeners that are subscribed to its type')
    .addArgument(new Argument('<event_type>', 'the type of the event').choices(EVENT_TYPES));
  withRemote(command)
    .option('--object <id>', 'only to those that get the events of this object', readId)
    .action((event: EventType, options: TriggerOptions) => runRemote(options, (hrev) => trigger(hrev, event, options)));
}

async function trigger(hrev: Hrev, event: EventType, options: TriggerOptions): Promise<CommandResult> {
  const webhooks = await subscribed(hrev, event, options.object);
  const triggered: Triggered[] = [];
  for (let place = 0; place < webhooks.length; place += AT_A_TIME) {
    const some = webhooks.slice(place, place + AT_A_TIME);
    triggered.push(...(await Promise.all(some.map((webhook) => send(hrev, webhook, event)))));
  }
  return resultOf(event, triggered);
}

/** Throws `not_found` for an object of another account, and if no webhook is subscribed. */
async function subscribed(hrev: Hrev, event: EventType, objectId: number | undefined): Promise<readonly Webhook[]> {
  if (objectId !== undefined) await hrev.objects.get(objectId);
  const { data } = await hrev.webhooks.list();
  const found = data.filter(
    ({ is_active: isActive, event_types: types, object_ids: ids }) =>
      isActive && types.includes(event) && (objectId === undefined || ids === null || ids.includes(objectId)),
  );
  if (found.length === 0)
    throw new AppError('not_found', `No active webhook or listener is subscribed to ${event}; start \`hrev listen\``);
  return found;
}

async function send(hrev: Hrev, webhook: Webhook, event: EventType): Promise<Triggered> {
  try {
    return { webhook, result: await hrev.webhooks.test(webhook.id, { event_type: event }) };
  } catch (error) {
    // Deleted or changed meanwhile, or too many test events run.
    if (!isHrevError(error, 'not_found', 'conflict', 'validation_error')) throw error;
    return { webhook, result: { success: false, status_code: null, error: error.code, delivery_id: null } };
  }
}

function resultOf(event: EventType, triggered: readonly Triggered[]): CommandResult {
  const reached = triggered.filter(({ result }) => result.success || result.error === 'waiting').length;
  return {
    json: {
      event,
      webhooks: triggered.map(({ webhook, result }) => ({
        webhook_id: webhook.id,
        listener: webhook.listener,
        delivery_id: result.delivery_id,
        success: result.success,
        status: result.status_code,
        error: result.error,
      })),
    },
    lines: table(['webhook', 'delivery', 'result', 'receiver'], triggered.map(rowOf)),
    exitCode: reached === triggered.length ? EXIT.done : reached === 0 ? EXIT.failed : EXIT.partial,
  };
}

const rowOf = ({ webhook, result }: Triggered): readonly (string | number | null)[] => [
  webhook.id,
  result.delivery_id,
  result.success ? result.status_code : textOf(result),
  webhook.target ?? 'hrev listen',
];

function textOf({ status_code: status, error }: Triggered['result']): string {
  if (error === 'waiting') return 'waits for hrev listen';
  return status === null ? `failed: ${error}` : `failed: ${status}`;
}
