/** The part of the sandbox's control interface for replies (sandbox-control.ts). */
import { z } from 'zod';
import { jsonResponse } from './sandbox-behaviour';
import type { SandboxResponse } from './sandbox-platform';
import { SANDBOX_ACCESS, SANDBOX_REPLY_BEHAVIOURS, type SandboxReplies } from './sandbox-replies';

const behaviourShape = z.strictObject({
  behaviour: z.enum(SANDBOX_REPLY_BEHAVIOURS),
  times: z.number().int().min(1).optional(),
  delay_ms: z.number().int().min(0).max(600_000).optional(),
});
const accessShape = z.strictObject({ access: z.enum(SANDBOX_ACCESS) });
const decisionShape = z.strictObject({
  review_id: z.string().min(1),
  decision: z.enum(['approve', 'reject']),
  reason: z.string().optional(),
});

/** A request below `_replies` or `_consents`; `operation` is the last part of its path. */
export interface ControlCall {
  readonly method: string;
  readonly operation: string;
  readonly body: string;
}

/** The response to a control request; null for an unknown request. Throws for invalid input. */
export function respondToReplies(
  replies: SandboxReplies,
  { method, operation, body }: ControlCall,
): SandboxResponse | null {
  switch (`${method} ${operation}`) {
    case 'GET ':
      return jsonResponse(stateOf(replies));
    case 'POST behaviour': {
      const { behaviour, times, delay_ms: delayMs } = behaviourShape.parse(JSON.parse(body));
      replies.behave(behaviour, {
        ...(times === undefined ? {} : { times }),
        ...(delayMs === undefined ? {} : { delayMs }),
      });
      return jsonResponse(stateOf(replies));
    }
    case 'POST access':
      replies.access = accessShape.parse(JSON.parse(body)).access;
      return jsonResponse(stateOf(replies));
    case 'POST expire':
      replies.expireTokens();
      return jsonResponse(stateOf(replies));
    case 'POST decision': {
      const { review_id: reviewId, decision, reason } = decisionShape.parse(JSON.parse(body));
      if (decision === 'approve') replies.approve(reviewId);
      else replies.reject(reviewId, reason);
      return jsonResponse(stateOf(replies));
    }
    default:
      return null;
  }
}

function stateOf(replies: SandboxReplies): object {
  return {
    behaviour: replies.currentBehaviour,
    access: replies.access,
    tokens_issued: replies.tokensIssued,
    publications: replies.publications.map(({ reviewId, text, at }) => ({ review_id: reviewId, text, at })),
    waiting: [...replies.pending].map(([reviewId, { text, at, state, reason }]) => ({
      review_id: reviewId,
      text,
      at,
      state,
      reason,
    })),
  };
}
