import { connect } from './en/connect';
import { connections } from './en/connections';
import { apiKeys } from './en/api-keys';
import { copyCurl } from './en/copy-curl';
import { copy } from './en/copy';
import { drawer } from './en/drawer';
import { enrol } from './en/enrol';
import { factors } from './en/factors';
import { filters } from './en/filters';
import { frame } from './en/frame';
import { join } from './en/join';
import { keys } from './en/keys';
import { link } from './en/link';
import { live } from './en/live';
import { notFound } from './en/not-found';
import { object } from './en/object';
import { oauthClient } from './en/oauth-client';
import { objects } from './en/objects';
import { pageMenu } from './en/page-menu';
import { palette } from './en/palette';
import { operator } from './en/operator';
import { operatorAccount } from './en/operator-account';
import { operatorAccounts } from './en/operator-accounts';
import { operatorMessages } from './en/operator-messages';
import { operatorQueues } from './en/operator-queues';
import { operatorSources } from './en/operator-sources';
import { operatorSystem } from './en/operator-system';
import { reasonDialog } from './en/reason-dialog';
import { problem } from './en/problem';
import { proof } from './en/proof';
import { replies } from './en/replies';
import { reset } from './en/reset';
import { reviews } from './en/reviews';
import { secondFactor } from './en/second-factor';
import { security } from './en/security';
import { sessions } from './en/sessions';
import { settings } from './en/settings';
import { setup } from './en/setup';
import { signIn } from './en/sign-in';
import { status } from './en/status';
import { confirm } from './en/confirm';
import { folders } from './en/folders';
import { importObjects } from './en/import-objects';
import { newObject } from './en/new-object';
import { orderList } from './en/order-list';
import { runs } from './en/runs';
import { table } from './en/table';
import { overview } from './en/overview';
import { scope } from './en/scope';
import { timeChart } from './en/time-chart';
import { analytics } from './en/analytics';
import { toasts } from './en/toasts';
import { requests } from './en/requests';
import { webhook } from './en/webhook';
import { webhooks } from './en/webhooks';
import { accountBar } from './en/account-bar';
import { audit } from './en/audit';
import { close } from './en/close';
import { denied } from './en/denied';
import { help } from './en/help';
import { members } from './en/members';
import { notices } from './en/notices';
import { profile } from './en/profile';
import { roads } from './en/roads';
import { usage } from './en/usage';

/** Every text of the console, in American English: a file for each screen and part in `en/`. Screens contain no literal texts. */
export const words = {
  connect,
  connections,
  oauthClient,
  copyCurl,
  copy,
  drawer,
  enrol,
  factors,
  filters,
  frame,
  join,
  keys,
  link,
  live,
  notFound,
  object,
  objects,
  pageMenu,
  palette,
  operator,
  operatorAccount,
  operatorAccounts,
  operatorMessages,
  operatorQueues,
  operatorSources,
  operatorSystem,
  reasonDialog,
  problem,
  proof,
  replies,
  reset,
  roads,
  reviews,
  secondFactor,
  security,
  sessions,
  settings,
  setup,
  signIn,
  status,
  confirm,
  folders,
  importObjects,
  newObject,
  orderList,
  runs,
  table,
  overview,
  scope,
  timeChart,
  analytics,
  toasts,
  apiKeys,
  requests,
  webhook,
  webhooks,
  accountBar,
  audit,
  close,
  denied,
  help,
  members,
  notices,
  profile,
  usage,
};
