// Receives hrev's webhooks. Needs Node 20 and nothing else:
//
//   HREV_SIGNING_SECRET=whsec_… PORT=8080 node receive-webhook.mjs
//
// The secret is what GET /v3/webhooks/secret shows. After a rotation put the new one here within 24 hours; until then
// every delivery is signed with both, so nothing is missed meanwhile.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.HREV_SIGNING_SECRET ?? '';
const port = Number(process.env.PORT ?? 8080);
if (!secret.startsWith('whsec_')) throw new Error('HREV_SIGNING_SECRET is not set');

/** Deliveries that were dealt with. A real receiver keeps these ids in a table with a unique column. */
const seen = new Set();

/** One of the signatures is ours, over the raw bytes, and the timestamp is at most five minutes away. */
function isGenuine(headers, body) {
  const timestamp = headers['x-hrev-timestamp'] ?? '';
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const digest = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  const expected = Buffer.from(`sha256=${digest}`);
  return String(headers['x-hrev-signature'])
    .split(',')
    .map((signature) => Buffer.from(signature.trim()))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}

/** Yours to fill. Be quick, or queue it: hrev waits 15 seconds for the answer. */
function handle(event) {
  const reviews = (event.objects ?? []).flatMap((object) => object.reviews ?? []);
  console.log(`${event.event}, delivery ${event.delivery_id}: ${event.summary?.review_count ?? 0} reviews`);
  for (const review of reviews) console.log(`  ${review.rating ?? '-'} ${review.source_slug}: ${review.text ?? ''}`);
  if (event.truncated) console.log('  too many to be sent: read them from GET /v3/reviews');
}

async function receive(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  const id = request.headers['x-hrev-delivery-id'];
  // At least once: what comes again was only not answered in time.
  if (!seen.has(id)) {
    handle(JSON.parse(body.toString('utf8')));
    seen.add(id);
  }
  return response.writeHead(204).end();
}

const server = createServer((request, response) => {
  // A 500, and hrev sends it again later.
  receive(request, response).catch(() => response.writeHead(500).end());
});
server.listen(port, () => console.log(`listening on ${server.address().port}`));
