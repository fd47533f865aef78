import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { stringify } from 'yaml';
import { readKubernetesName } from '../arguments';
import { addCommand, type CommandResult, type CommandTools } from '../run-command';

interface Options {
  readonly name: string;
  readonly namespace?: string;
}

/** The variables that the chart reads from the Secret, in addition to the key that this command creates. */
const FROM_ENVIRONMENT = ['DATABASE_URL', 'REDIS_URL', 'HREV_SMTP_URL'] as const;

const ADVICE = [
  '# A new encryption key. Create the Secret once and store the key outside the cluster: without it, the secrets in the',
  '# database cannot be decrypted.',
];
const WITHOUT_DATABASE =
  '# DATABASE_URL is not set here: add it, or name the Secret of your database in the values of the chart.';

/**
 * `init-secret`: prints the manifest of a Kubernetes Secret for the chart. The encryption key is new at each call; `DATABASE_URL`,
 * `REDIS_URL` and `HREV_SMTP_URL` are taken from the environment if they are set there. Connects to nothing.
 */
export function addInitSecretCommand(program: Command): void {
  addCommand(program, 'init-secret', 'print a Kubernetes Secret with a new encryption key', printSecret)
    .option('--name <name>', 'name of the Secret', readKubernetesName, 'hrev')
    .option('--namespace <namespace>', 'namespace of the Secret', readKubernetesName);
}

function printSecret({ config }: CommandTools, { name, namespace }: Options): Promise<CommandResult> {
  const given = FROM_ENVIRONMENT.flatMap((variable) => {
    const value = config[variable];
    return value === null ? [] : [[variable, value] as const];
  });
  const manifest = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      labels: { 'app.kubernetes.io/name': 'hrev' },
    },
    type: 'Opaque',
    stringData: { HREV_ENCRYPTION_KEY: randomBytes(32).toString('hex'), ...Object.fromEntries(given) },
  };
  const advice = config.DATABASE_URL === null ? [...ADVICE, WITHOUT_DATABASE] : ADVICE;
  const yaml = stringify(manifest, { lineWidth: 0 }).trimEnd().split('\n');
  return Promise.resolve({ json: manifest, lines: [...advice, ...yaml] });
}
