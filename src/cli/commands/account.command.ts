import { Option, type Command } from 'commander';
import { CONFIG, type Config } from '@libs/config';
import { EventsModule } from '@libs/events';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { AccountsService, AuthModule, PLAN_NAMES, type Account, type AccountInput, type Entitlements } from '@src/auth';
import { AccountAccess, PersonsModule, ROLES, type Role } from '@src/console';
import { readId, readMailAddress, readName } from '../arguments';
import {
  addCommand,
  runCommand,
  withJson,
  type CommandResult,
  type CommandTools,
  type CommonOptions,
} from '../run-command';
import { table } from '../table';

interface OfAccount {
  readonly account: number;
}
interface Suspension extends OfAccount {
  readonly reason?: string;
}
interface Invitation extends OfAccount {
  readonly email: string;
  readonly role: Role;
}

/** `account create|suspend|resume|plan|email|invite|list`. */
export function addAccountCommands(program: Command): void {
  const account = program
    .command('account')
    .description('accounts: create, suspend, resume, change the plan or the e-mail, invite a person, list');
  const addForAccount = <Options extends OfAccount>(
    name: string,
    description: string,
    work: (tools: CommandTools, options: Options) => Promise<CommandResult>,
  ): Command =>
    addCommand(account, name, description, work).requiredOption('--account <id>', 'id of the account', readId);
  const plan = (): Option => new Option('--plan <plan>', 'the plan').choices(PLAN_NAMES);

  addCommand(account, 'create', 'create an account with a full and a read_only key', create)
    .requiredOption('--name <name>', 'name of the account', readName)
    .addOption(plan().default('full'))
    .option('--email <address>', 'address for notices');

  addForAccount('suspend', 'refuse requests of the account with 402', (tools, options: Suspension) =>
    change(tools, (accounts) => accounts.suspend(options.account, options.reason ?? null)),
  ).option('--reason <text>', 'shown to the client, at most 200 characters');

  addForAccount('resume', 'lift a suspension', (tools, options: OfAccount) =>
    change(tools, (accounts) => accounts.resume(options.account)),
  );

  addForAccount('plan', 'change the plan of the account', (tools, options: OfAccount & { plan: string }) =>
    change(tools, (accounts) => accounts.changePlan(options.account, options.plan)),
  ).addOption(plan().makeOptionMandatory());

  withJson(account.command('email').description('set the address for notices'))
    .requiredOption('--account <id>', 'id of the account', readId)
    .addOption(new Option('--email <address>', 'the address').conflicts('none'))
    .option('--none', 'do not mail notices')
    .action((options: CommonOptions & OfAccount & { email?: string; none?: boolean }, command: Command) => {
      if (options.email === undefined && !options.none) command.error('error: set --email <address> or --none');
      return runCommand(options, (tools) =>
        change(tools, (accounts) => accounts.changeEmail(options.account, options.email ?? null)),
      );
    });

  addForAccount('invite', 'make a link to join the account, valid for seven days', invite)
    .requiredOption('--email <address>', 'address of the person', readMailAddress)
    .addOption(new Option('--role <role>', 'role in the account').choices(ROLES).default('owner'));

  addCommand(account, 'list', 'all accounts', list);
}

async function invite(tools: CommandTools, { account, email, role }: Invitation): Promise<CommandResult> {
  const app = await tools.open([EventsModule, AuthModule, PersonsModule]);
  const link = await app.get(AccountAccess).invite(account, email, role);
  const { PORT: port } = app.get<Config>(CONFIG, { strict: false });
  const url = link.startsWith('/') ? `http://localhost:${port}${link}` : link;
  return { json: { url }, lines: [url, 'The link is valid for seven days, once, and only for this address.'] };
}

async function create(tools: CommandTools, options: AccountInput): Promise<CommandResult> {
  const accounts = (await tools.open([AuthModule])).get(AccountsService);
  const { account, full, readOnly } = await accounts.create(options);
  return {
    json: {
      account_id: account.id,
      name: account.name,
      plan: account.plan,
      limits: limitsJson(account.entitlements),
      ...(account.email === null ? {} : { email: account.email }),
      keys: { full: full.key, read_only: readOnly.key },
    },
    lines: [
      `account ${account.id} (${account.name}), plan ${account.plan}: ${limitsText(account.entitlements)}`,
      `full       ${full.key}`,
      `read_only  ${readOnly.key}`,
      'The keys are shown only once.',
    ],
  };
}

/** A description of the plan's limits. `create` prints it because the plan may be the default. */
function limitsText(entitlements: Entitlements): string {
  const { objectCeiling, allowedSources, visibleReviewsPerLink, trialRepliesPerSource } = entitlements;
  const replies = trialRepliesPerSource === null ? 'replies' : `${trialRepliesPerSource} replies per platform`;
  return [
    `up to ${objectCeiling} active objects`,
    allowedSources === null ? 'every platform' : `the platforms ${allowedSources.join(', ')}`,
    visibleReviewsPerLink === null ? 'all reviews' : `the latest ${visibleReviewsPerLink} reviews of each link`,
    entitlements.canPublishReplies ? replies : 'no replies',
  ].join(', ');
}

/** The plan's limits with the field names of `GET /v3/account`. */
function limitsJson(entitlements: Entitlements): object {
  return {
    object_ceiling: entitlements.objectCeiling,
    allowed_sources: entitlements.allowedSources,
    can_publish_replies: entitlements.canPublishReplies,
    visible_reviews_per_link: entitlements.visibleReviewsPerLink,
    trial_replies_per_source: entitlements.trialRepliesPerSource,
  };
}

async function change(
  tools: CommandTools,
  work: (accounts: AccountsService) => Promise<Account>,
): Promise<CommandResult> {
  const account = await work((await tools.open([AuthModule])).get(AccountsService));
  return {
    json: accountJson(account),
    lines: [`account ${account.id} (${account.name}): plan ${account.plan}, ${statusOf(account)}`],
  };
}

const MAX_LISTED = 1_000_000;

async function list(tools: CommandTools): Promise<CommandResult> {
  const accounts = (await tools.open([AuthModule])).get(AccountsService);
  const page = await accounts.list({ limit: MAX_LISTED, offset: 0 });
  const rows = page.accounts.map((account) => [
    account.id,
    account.name,
    account.email,
    account.plan,
    statusOf(account),
    wireTime(account.createdAt),
  ]);
  return {
    json: { accounts: page.accounts.map(accountJson) },
    lines: table(['id', 'name', 'e-mail', 'plan', 'status', 'created'], rows),
  };
}

function accountJson(account: Account): object {
  return {
    account_id: account.id,
    name: account.name,
    email: account.email,
    plan: account.plan,
    status: statusOf(account),
    suspended_reason: account.suspendedReason,
    trial_ends_at: wireTimeOrNull(account.trialEndsAt),
    created_at: wireTime(account.createdAt),
  };
}

function statusOf(account: Account): string {
  return account.status === 'suspended' || account.trialIsOver ? 'suspended' : 'active';
}
