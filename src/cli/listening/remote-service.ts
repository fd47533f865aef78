import { Option, type Command } from 'commander';
import { AppError, type ErrorCode } from '@libs/kernel';
import { Hrev, HrevConnectionError, isHrevError } from '@libs/sdk';
import { carryOut, commonFailure, withJson, type CommandResult, type CommonOptions } from '../carry-out';

/** Where the service is, and the key of the account. */
export interface RemoteOptions extends CommonOptions {
  readonly url: string;
  readonly key: string;
}

const DEFAULT_URL = 'http://127.0.0.1:4738';

/** Adds the options of a command that speaks to a service by its API, and opens no database. */
export function withRemote(command: Command): Command {
  return withJson(command)
    .addOption(new Option('--url <address>', 'the address of the service').env('HREV_URL').default(DEFAULT_URL))
    .addOption(new Option('--key <key>', 'a key of the account with scope full').env('HREV_KEY').makeOptionMandatory());
}

/** A client of the service. Throws `validation_error` for an address or a key that cannot be used. */
function clientOf({ url, key }: RemoteOptions): Hrev {
  try {
    return new Hrev({ baseUrl: url, apiKey: key });
  } catch (error) {
    throw new AppError('validation_error', error instanceof Error ? error.message : String(error));
  }
}

/** Takes what is to be called at the end of a command, also if a signal ends it. */
export type OnClose = (end: () => Promise<void>) => void;

/** Runs a command that speaks to a service by its API. It loads nothing of the service. */
export async function runRemote(
  options: RemoteOptions,
  work: (hrev: Hrev, onClose: OnClose) => Promise<CommandResult>,
): Promise<void> {
  const ends: (() => Promise<void>)[] = [];
  const endAll = async (): Promise<void> => {
    for (const end of ends) await end();
  };
  // A signal and the end of the command both close; the second waits for the first.
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= endAll());
  await carryOut(
    options,
    close,
    () => work(clientOf(options), (end) => ends.push(end)),
    (error) => commonFailure(reported(error)),
  );
}

/** The error of a request as the command line reports errors: its text, and an exit code by its status. Others are returned as they are. */
function reported(error: unknown): unknown {
  if (error instanceof HrevConnectionError) return new AppError('service_unavailable', error.message);
  if (!isHrevError(error)) return error;
  // What is not of the API, such as the page of a proxy, is a failure of the service.
  return new AppError(
    error.code === 'unexpected_response' ? 'internal_error' : (error.code as ErrorCode),
    error.message,
  );
}
