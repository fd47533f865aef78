import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { problemFacts } from '../../api/problem';
import { publishReply, removeReply, replyKey, type Reply } from '../../api/queries/replies';
import { reviewKeys, type Review } from '../../api/queries/reviews';
import type { Platform } from '../../api/queries/sources';
import { useDraft } from '../../lib/draft';
import { lengthIn } from '../../lib/format';
import { useKeys } from '../../lib/keys';
import { words } from '../../words/en';

interface ReplyEditorProps {
  readonly accountId: number;
  readonly review: Review;
  readonly platform: Platform;
  readonly reply: Reply | null;
}

/** The editor of a reply. Its draft stays in this browser until the platform has taken the text. */
export function ReplyEditor({ accountId, review, platform, reply }: ReplyEditorProps) {
  const queries = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText, forget] = useDraft(`${accountId}:${review.id}`, review.reply_text ?? '');
  const refresh = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: replyKey(accountId, review.id) });
    await queries.invalidateQueries({ queryKey: reviewKeys.all(accountId) });
  };
  const publish = useMutation({ mutationFn: () => publishReply(accountId, review.id, text), onSuccess: refresh });
  const remove = useMutation({ mutationFn: () => removeReply(accountId, review.id), onSuccess: refresh });
  const isPublished = reply?.status === 'published';
  useEffect(() => {
    if (isPublished && publish.isSuccess) forget();
  });
  const refusal = publish.error ?? remove.error;
  const send = (): void => {
    if (text.trim() === '' || isTooLong(platform, text)) field.current?.focus();
    else publish.mutate();
  };
  useKeys({ r: () => field.current?.focus() });
  return (
    <div className="editor">
      {refusal && (
        <p className="refusal" role="alert">
          {problemFacts(refusal).text}
        </p>
      )}
      <textarea
        ref={field}
        aria-label={words.reviews.write}
        aria-describedby="reply-help"
        aria-invalid={isTooLong(platform, text)}
        dir="auto"
        rows={5}
        placeholder={words.reviews.write}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
      />
      <div className="editor-foot">
        <Length text={text} platform={platform} />
        {reply !== null && reply.status !== 'deleted' && (
          <Button variant="subtle" loading={remove.isPending} onClick={() => remove.mutate()}>
            {words.reviews.takeDown}
          </Button>
        )}
        <Button variant="filled" loading={publish.isPending} onClick={send}>
          {words.reviews.publish}
        </Button>
      </div>
    </div>
  );
}

/** The length of the text in the unit of the platform. */
function Length({ text, platform }: { readonly text: string; readonly platform: Platform }) {
  const { reply_max_length: max, reply_length_unit: unit } = platform;
  const isLong = isTooLong(platform, text);
  return (
    <>
      <span id="reply-help" className="small muted">
        {isLong ? words.reviews.tooLong : words.reviews.draft}
      </span>
      <span className="small muted num count">
        {max !== null && words.reviews.length(lengthIn(unit, text), max, words.reviews.units[unit ?? 'characters'])}
      </span>
    </>
  );
}

function isTooLong({ reply_max_length: max, reply_length_unit: unit }: Platform, text: string): boolean {
  return max !== null && lengthIn(unit, text) > max;
}
