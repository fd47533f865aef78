/** The reply desk's part of the sandbox's control (sandbox-control.ts). */
import { z } from 'zod';
import { jsonAnswer } from './sandbox-behaviour';
import type { SandboxAnswer } from './sandbox-platform';
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

/** The answer to a control request; null where there is no such. Throws what the shapes and the desk throw. */
export function answerReplies(
  replies: SandboxReplies,
  { method, kind, body }: { readonly method: string; readonly kind: string; readonly body: string },
): SandboxAnswer | null {
  switch (`${method} ${kind}`) {
    case 'GET ':
      return jsonAnswer(stateOf(replies));
    case 'POST behaviour': {
      const { behaviour, times, delay_ms: delayMs } = behaviourShape.parse(JSON.parse(body));
      replies.behave(behaviour, {
        ...(times === undefined ? {} : { times }),
        ...(delayMs === undefined ? {} : { delayMs }),
      });
      return jsonAnswer(stateOf(replies));
    }
    case 'POST access':
      replies.access = accessShape.parse(JSON.parse(body)).access;
      return jsonAnswer(stateOf(replies));
    case 'POST expire':
      replies.expireTokens();
      return jsonAnswer(stateOf(replies));
    case 'POST decision': {
      const { review_id: reviewId, decision, reason } = decisionShape.parse(JSON.parse(body));
      if (decision === 'approve') replies.approve(reviewId);
      else replies.reject(reviewId, reason);
      return jsonAnswer(stateOf(replies));
    }
    default:
      return null;
  }
}

function stateOf(replies: SandboxReplies): object {
  return {
    behaviour: replies.current,
    access: replies.access,
    tokens_issued: replies.tokensIssued,
    publications: replies.publications.map(({ reviewId, text, at }) => ({ review_id: reviewId, text, at })),
    waiting: [...replies.waiting].map(([reviewId, { text, at, state, reason }]) => ({
      review_id: reviewId,
      text,
      at,
      state,
      reason,
    })),
  };
}
