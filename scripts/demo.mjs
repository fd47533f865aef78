/**
 * `npm run demo`: runs the sandbox and the service together without any settings, and a tour of the API. Each step prints a command
 * that sends the same request, and the response. The service then keeps running until Ctrl-C; `--once` ends it. The data is in a
 * temporary folder, which is removed at the end.
 */
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import {
  collected,
  DELETION_CONFIRM_S,
  demonstrate,
  indented,
  say,
  startReceiver,
  startSandbox,
  startService,
  title,
} from './demo/demo-service.mjs';
import { launch } from './own-processes.mjs';

const RECEIVER_PORT = 8080;
const LINES_SHOWN = 24;

const isOnce = process.argv.includes('--once');
let api = '';
let key = '';
/** Environment of the service and of commands on its database. */
let settings = {};

async function run(home, stopped) {
  await tour(home);
  if (isOnce) return;
  sayConsole(home);
  say(`\nThe service keeps running at ${api} (documentation: ${api}/docs). Ctrl-C stops it.`);
  await stopped;
}

async function tour(home) {
  const sandbox = await startSandbox();
  ({ api, key, settings } = await startService(home, sandbox));
  say(`hrev runs at ${api}, with the sandbox in place of the platforms. No request leaves this machine.`);
  say(`\n  API=${api}\n  KEY=${key}\n  SANDBOX=${sandbox}/_sandbox`);

  title('1. Create an object with links. Platforms are recognized by the address; links are refused one by one.');
  const object = await request('POST', '/v3/objects', {
    name: 'Harbour Times',
    links: [
      { url: 'https://apps.apple.com/us/app/sandbox-app/id6400000001' },
      { url: 'https://store.steampowered.com/app/900100/Sandbox_Game/' },
      { url: 'https://unknown.example/reviews' },
    ],
  });

  title('2. The collection has started automatically. Each link shows whether its reviews are complete.');
  await collected({ api, key }, object.id);
  await request('GET', `/v3/objects/${object.id}/links`);

  title('3. Read the newest reviews of two stars or less that have no reply.');
  await request('GET', `/v3/reviews?object_id=${object.id}&limit=2&max_rating=2&has_reply=false`);

  title('4. The platforms change: one review is added, another one is removed.');
  await request('POST', `${sandbox}/_sandbox/app-store/6400000001/reviews`, {
    author: 'Nora Newcomer',
    text: 'Just arrived',
    rating: 5,
  });
  await request('DELETE', `${sandbox}/_sandbox/steam/900100/reviews/100000378`);

  title('5. Collect now, and find the new review. Surnames are masked before anything is stored.');
  await hrev('collect', '--object', String(object.id), '--full', '--wait');
  await request('GET', `/v3/reviews?object_id=${object.id}&search=just+arrived`);

  title('6. A review counts as deleted once two complete passes have missed it. This is the second.');
  await new Promise((resolve) => setTimeout(resolve, DELETION_CONFIRM_S * 1_000));
  await hrev('collect', '--object', String(object.id), '--full', '--wait');
  await request('GET', `/v3/reviews?object_id=${object.id}&only_deleted=true`);

  title('7. Receive a webhook: the secret, a receiver that verifies signatures, a subscription, a test event.');
  const { secret } = await request('GET', '/v3/webhooks/secret');
  const receiver = await startReceiver(RECEIVER_PORT, secret, (port) =>
    say(`\n$ HREV_SIGNING_SECRET=${secret} PORT=${port} node docs/examples/receive-webhook.mjs`),
  );
  const webhook = await request('POST', '/v3/webhooks', { target: receiver.url, event_types: ['reviews.new'] });
  await request('POST', `/v3/webhooks/${webhook.id}/test`);
  say(`The receiver printed:\n${indented(receiver.output())}`);
}

/** The link is used once and lives in the data of the demo, so it is not printed if the demo ends at once. */
function sayConsole(home) {
  const link = fs.readFileSync(path.join(home, 'console-setup-link'), 'utf8').trim();
  title(
    '8. Open the web console. It shows the account of these steps; its menu has the demo account with invented reviews.',
  );
  say(`\n    ${link}\n\nThe link is valid for one hour and is used once.`);
}

/** Sends the request, prints it as a curl command with its response, and returns the response. `target` is a path of the API or a URL. */
async function request(method, target, body) {
  say(`\n$ ${curl(method, target, body)}`);
  const isOurs = target.startsWith('/');
  const headers = { ...(isOurs && { 'X-API-Key': key }), ...(body && { 'Content-Type': 'application/json' }) };
  const response = await fetch(isOurs ? `${api}${target}` : target, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${target} answered ${response.status}: ${text}`);
  const answer = text === '' ? null : JSON.parse(text);
  say(indented(answer === null ? `(${response.status}, no body)` : shortened(JSON.stringify(answer, null, 2))));
  return answer;
}

function curl(method, target, body) {
  const url = target.startsWith('/')
    ? `"$API${target}" -H "X-API-Key: $KEY"`
    : `"${target.replace(/^.*\/_sandbox/, '$SANDBOX')}"`;
  const json = body ? ` -H 'Content-Type: application/json' \\\n    -d '${JSON.stringify(body)}'` : '';
  return `curl -s${method === 'GET' ? '' : ` -X ${method}`} ${url}${json}`;
}

/** Runs a command on the database of the service. */
async function hrev(...args) {
  say(`\n$ npm run -s hrev -- ${args.join(' ')}`);
  const child = launch(['dist/src/cli/main.js', ...args], settings);
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`hrev ${args[0]} failed:\n${child.output()}`);
  say(indented(child.output()));
}

function shortened(text) {
  const lines = text.split('\n');
  if (lines.length <= LINES_SHOWN) return text;
  return [...lines.slice(0, LINES_SHOWN), `… ${lines.length - LINES_SHOWN} more lines`].join('\n');
}

process.exitCode = await demonstrate(run);
