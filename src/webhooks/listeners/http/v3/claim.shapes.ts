/** Claims of listeners and reports of their results on the wire (contract §4.11). */
import { ApiSchema } from '@nestjs/swagger';
import { BodyBoolean, BodyEnum, BodyInteger, BodyList, BodyText, BodyTexts, Input, invalid, Shape } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { RESPONSE_BYTES } from '../../../domain/exchange';
import type { SendableDelivery, SettledReport } from '../../claims.service';
import {
  MAX_CLAIMED,
  MAX_WAIT_S,
  REPORTED_FAILURES,
  reportProblem,
  type ClaimReport,
  type ReportedResponse,
} from '../../domain/claim';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MAX_DURATION_MS = 3_600_000;
const LEASE = 'Names the lease of the client on the delivery.';
const LEASE_EXAMPLE = '2f1c8a34-9d0e-4b57-8c61-5a7e3d9b0c12';

@ApiSchema({ description: 'How many deliveries to claim, and how long to wait for one.' })
export class ClaimBody extends Input({
  limit: BodyInteger({
    description: `At most so many, by default ${MAX_CLAIMED}.`,
    max: MAX_CLAIMED,
    optional: true,
    example: 4,
  }),
  wait_seconds: BodyInteger({
    description: 'How long to wait if no delivery is due; 0 by default. Requests of the console do not wait.',
    min: 0,
    max: MAX_WAIT_S,
    optional: true,
    example: 0,
  }),
}) {}

@ApiSchema({ description: 'A claimed delivery: what the client sends to its receiver.' })
export class ClaimedWebhookDelivery extends Shape({
  delivery_id: { type: 'integer', description: 'As `X-Hrev-Delivery-Id`.' },
  attempt: { type: 'integer', description: 'The number of the attempt, from 1.', example: 1 },
  lease: { type: 'string', description: LEASE, example: LEASE_EXAMPLE },
  lease_expires_at: {
    type: 'date-time',
    description: 'When the delivery may be claimed again, 60 seconds after the claim.',
  },
  method: { type: 'string', values: ['POST'], description: 'The method of the request.' },
  headers: {
    type: 'object',
    mapOf: 'string',
    description: 'The headers of the request, with a signature of this moment.',
    example: { 'Content-Type': 'application/json', 'X-Hrev-Event': 'reviews.new' },
  },
  body: { type: 'string', description: 'The body, as text: its bytes in UTF-8 are signed.', example: '{"event":"…"}' },
}) {}

@ApiSchema({ description: 'What came of a claimed delivery.' })
class ClaimResult extends Input({
  delivery_id: BodyInteger({ description: 'The delivery.', example: 4738 }),
  lease: BodyText({ description: 'As the claim returned it.', min: 36, max: 36, example: LEASE_EXAMPLE }),
  status: BodyInteger({
    description: 'Status of the response of the receiver.',
    min: 100,
    max: 999,
    optional: true,
    example: 204,
  }),
  error: BodyEnum({
    description: 'Why no valid response arrived.',
    values: REPORTED_FAILURES,
    optional: true,
    insteadOf: 'status',
    example: 'refused',
  }),
  released: BodyBoolean({
    description: 'true: it was not sent. It counts as no attempt, and may be claimed again at once.',
    optional: true,
    insteadOf: 'status',
    example: true,
  }),
  duration_ms: BodyInteger({
    description: 'How long the attempt took, in milliseconds; 0 by default.',
    min: 0,
    max: MAX_DURATION_MS,
    optional: true,
    example: 12,
  }),
  response_headers: BodyTexts({
    description: 'Headers of the response, to be shown with the attempt.',
    maxEntries: 50,
    maxLength: 500,
    optional: true,
    example: { 'content-type': 'text/plain' },
  }),
  response_body: BodyText({
    description: 'The beginning of the body of the response, to be shown with the attempt.',
    max: RESPONSE_BYTES,
    trim: false,
    optional: true,
    example: 'ok',
  }),
}) {}

@ApiSchema({ description: 'What came of claimed deliveries.' })
export class ClaimResultsBody extends Input({
  results: BodyList(() => ClaimResult, {
    description: 'One for each delivery. Exactly one of `status`, `error` and `released` says what the result was.',
    min: 1,
    max: MAX_CLAIMED,
  }),
}) {}

@ApiSchema({ description: 'What became of a result.' })
export class StoredClaimResult extends Shape({
  delivery_id: { type: 'integer', description: 'The delivery.' },
  result: {
    type: 'string',
    values: ['stored', 'released', 'lease_lost'],
    description:
      '`lease_lost`: nothing was stored, because the lease has expired or the delivery has ended or was sent again meanwhile.',
  },
  status: {
    type: 'string',
    nullable: true,
    values: ['pending', 'success', 'failed', 'dead_letter'],
    description: 'The delivery after a stored result; otherwise null.',
  },
  next_attempt_at: {
    type: 'date-time',
    nullable: true,
    description: 'When a delivery that is `pending` after a stored result may be claimed again; otherwise null.',
  },
}) {}

export function presentClaimed(delivery: SendableDelivery): ClaimedWebhookDelivery {
  return {
    delivery_id: delivery.id,
    attempt: delivery.attempts + 1,
    lease: delivery.token,
    lease_expires_at: wireTime(delivery.leaseUntil),
    method: 'POST',
    headers: delivery.headers,
    body: delivery.body.toString('utf8'),
  };
}

export function presentResult({ deliveryId, result, delivery }: SettledReport): StoredClaimResult {
  return {
    delivery_id: deliveryId,
    result,
    status: delivery?.state ?? null,
    next_attempt_at: wireTimeOrNull(delivery?.nextAttemptAt ?? null),
  };
}

/** Throws 422 for a delivery that is named twice, and for a result that says nothing or two things. */
export function reportsOf({ results }: ClaimResultsBody): readonly ClaimReport[] {
  const reports = results.map(reportOf);
  const ids = reports.map(({ deliveryId }) => deliveryId);
  if (new Set(ids).size < ids.length) throw invalid('results', 'a delivery is named twice');
  return reports;
}

function reportOf(result: ClaimResult, index: number): ClaimReport {
  const field = `results[${index}]`;
  const problem = reportProblem(result);
  if (problem !== null) throw invalid(field, problem);
  if (!UUID.test(result.lease)) throw invalid(`${field}.lease`, 'must be the lease of a claim');
  const { status = null, error = null, duration_ms: durationMs = 0 } = result;
  const attempt = {
    statusCode: status,
    error: status !== null && status > 599 ? 'bad_answer' : error,
    durationMs,
  } as const;
  return {
    deliveryId: result.delivery_id,
    lease: result.lease,
    result: result.released === true ? null : attempt,
    response: status === null ? null : responseOf(result),
  };
}

const responseOf = ({ response_headers: headers = [], response_body: body = '' }: ClaimResult): ReportedResponse => ({
  headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
  body,
});
