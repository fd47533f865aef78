import type { FirstStartKeys } from './first-start';

export interface StartFacts {
  readonly address: string;
  /** Null if `DATABASE_URL` is used. */
  readonly embeddedFolder: string | null;
  readonly keys: FirstStartKeys | null;
  /** Address that sets up the console; null if a person exists, or the console is off. */
  readonly setupLink: string | null;
}

/** The message that the service is ready. */
export const readyLine = (address: string): string => `hrev is ready at ${address}`;

/** The text for a terminal: after a first start the keys and an example request, otherwise the command that issues a key. */
export function announcement(facts: StartFacts): string {
  const lines = [readyLine(facts.address), '', `  Documentation  ${facts.address}/docs`];
  if (facts.embeddedFolder !== null) lines.push(`  Data           ${facts.embeddedFolder}`);
  lines.push('  Stop           Ctrl-C');
  if (facts.setupLink !== null)
    lines.push(
      '',
      '  Set up the console with this link, which is valid for one hour and is used once:',
      '',
      `    ${facts.setupLink}`,
    );
  // The keys are last, so that no output follows them.
  if (facts.keys) lines.push('', ...firstStartLines(facts.keys, facts.address));
  else
    lines.push(
      '  New key        npm run -s hrev -- key issue --account ID --scope full',
      '                 (accounts: npm run -s hrev -- account list)',
      '',
    );
  return lines.join('\n');
}

function firstStartLines({ operator, demo }: FirstStartKeys, address: string): string[] {
  return [
    '  This was the first start. These keys are shown only once:',
    '',
    ...keyLines({ operator, demo }).map((line) => `    ${line}`),
    '',
    '  Try it, in the account that the console shows:',
    '',
    `    curl -s -H 'X-API-Key: ${operator.full}' '${address}/v3/objects'`,
    '',
    '  and in the demo account, which has invented reviews and cannot be changed:',
    '',
    `    curl -s -H 'X-API-Key: ${demo.readOnly}' '${address}/v3/objects'`,
    '',
  ];
}

/** The content of the file of keys for a start without a terminal. */
export function keysText(keys: FirstStartKeys): string {
  return `${['hrev created these keys at its first start. Move them to a safe place and delete this file.', '', ...keyLines(keys)].join('\n')}\n`;
}

function keyLines({ operator, demo }: FirstStartKeys): string[] {
  return [
    `operator, account ${operator.accountId}   master     ${operator.master}`,
    `                      full       ${operator.full}`,
    `                      read_only  ${operator.readOnly}`,
    `demo, account ${demo.accountId}       read_only  ${demo.readOnly}`,
  ];
}
