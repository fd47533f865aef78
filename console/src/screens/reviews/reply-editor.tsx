import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { problemFacts } from '../../api/problem';
import { approveProposal, type ReplyProposal } from '../../api/queries/proposals';
import { publishReply, refreshReplies, type Reply } from '../../api/queries/replies';
import type { Review } from '../../api/queries/reviews';
import type { Platform } from '../../api/queries/sources';
import { useDraft, type Draft } from '../../lib/draft';
import { formatTime, lengthIn } from '../../lib/format';
import { useKeys } from '../../lib/keys';
import { usePageActions } from '../../lib/page-actions';
import { markedParts, unfilledBrace } from '../../lib/reply-text';
import { WriteButton } from '../../parts/write-button';
import { proposalsWords } from '../../words/en/proposals';
import { repliesWords } from '../../words/en/replies';
import { MarkedField } from './marked-field';
import { proposerOf } from './proposals';
import { TakeDown } from './take-down';
import { TemplateMenu } from './template-menu';
import { useWriting } from './use-writing';

interface ReplyEditorProps {
  readonly accountId: number;
  readonly review: Review;
  readonly platform: Platform;
  readonly objectName: string;
  readonly reply: Reply | null;
  /** False where no reply is possible; then only an existing reply can be taken down. */
  readonly mayWrite: boolean;
  /** Why a reply cannot be taken down; null if it can. */
  readonly removal: { readonly code: string } | null;
  readonly trial: { readonly used: number; readonly of: number } | null;
  /** The proposal that is edited and approved; null: the person writes a reply. */
  readonly proposal: ReplyProposal | null;
  /** What the person had made of a proposal that was given up; the first text of the own reply. */
  readonly carried: string | null;
  /** Gives up the proposal for a reply of the person, with what was changed in it; null if nothing was. */
  readonly onOwn: (text: string | null) => void;
}

const hasOwn = (reply: Reply | null): reply is Reply => reply !== null && reply.status !== 'deleted';

/** The editor of a reply. Where no reply is possible, only the button that takes one down. */
export function ReplyEditor(props: ReplyEditorProps) {
  const { accountId, review, platform, reply, mayWrite, removal, proposal, onOwn } = props;
  const editor = useEditor(props);
  const takeDown = hasOwn(reply) && removal === null && (
    <TakeDown accountId={accountId} review={review} platform={platform} />
  );
  if (!mayWrite) return takeDown && <div>{takeDown}</div>;
  return (
    <>
      {editor.draft.theirs !== null && <Conflict draft={editor.draft} />}
      {proposal !== null && (
        <div className="banner info way-out" role="status">
          <bdi>{proposalsWords.approving(proposerOf(proposal))}</bdi>
          <Button onClick={() => onOwn(editor.draft.savedAt === null ? null : editor.draft.text)}>
            {proposalsWords.own}
          </Button>
        </div>
      )}
      <div className="editor">
        <Field {...editor} platform={platform} />
        <div className="editor-foot">
          <TemplateMenu
            accountId={accountId}
            sourceId={review.source_id}
            values={{ author: review.author, object: props.objectName }}
            onInsert={editor.insert}
          />
          <DraftNote draft={editor.draft} />
          <Length text={editor.draft.text} platform={platform} />
          {takeDown}
          <WriteButton variant="filled" loading={editor.isSending} onClick={editor.send}>
            {proposal === null ? publishLabel(reply) : proposalsWords.approve}{' '}
            <kbd aria-hidden>{repliesWords.keys}</kbd>
          </WriteButton>
        </div>
      </div>
      <Notes {...props} />
    </>
  );
}

interface Editor {
  readonly draft: Draft;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Why the text was not sent; null if nothing was refused. */
  readonly problem: string | null;
  readonly isSending: boolean;
  readonly send: () => void;
  readonly insert: (template: string) => void;
  /** Takes the text of the field and removes an earlier refusal. */
  readonly edit: (text: string) => void;
}

/** The draft, which stays in this browser until the platform has taken the text, and what is done with it. */
function useEditor({ accountId, review, platform, reply, mayWrite, proposal, carried }: ReplyEditorProps): Editor {
  const queries = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft(
    proposal === null ? `${accountId}:${review.id}` : `${accountId}:${review.id}:${proposal.id}`,
    proposal?.text ?? carried ?? (hasOwn(reply) ? reply.text : ''),
    () => document.activeElement === field.current,
  );
  const [refusal, setRefusal] = useState<string | null>(null);
  const publish = useMutation({
    mutationFn: (): Promise<unknown> =>
      proposal === null
        ? publishReply(accountId, review.id, draft.text)
        : approveProposal(accountId, proposal, draft.text),
    onSuccess: () => {
      if (proposal !== null) draft.forget();
      return refreshReplies(queries, accountId);
    },
    // What refused an approval has changed the proposal, or the review.
    onError: () => (proposal === null ? undefined : refreshReplies(queries, accountId)),
  });
  useFocusOn(proposal, field);
  useForgetting(draft, reply);
  useWriting(accountId, review.id, draft.text, field);
  const write = (): void => field.current?.focus();
  useKeys(mayWrite ? { r: write } : {});
  usePageActions(mayWrite ? [{ label: repliesWords.write, run: write }] : []);
  return {
    draft,
    field,
    problem: refusal ?? (publish.error === null ? null : problemFacts(publish.error).text),
    isSending: publish.isPending,
    send: () => {
      const found = refusalOf(draft.text, platform, reply);
      setRefusal(found);
      if (found === null && draft.theirs === null) publish.mutate();
      else field.current?.focus();
    },
    insert: (template) => {
      draft.set(inserted(draft.text, template, field.current));
      field.current?.focus();
    },
    edit: (text) => {
      draft.set(text);
      setRefusal(null);
    },
  };
}

/** A person who uses a proposed text edits it next. */
function useFocusOn(proposal: ReplyProposal | null, field: RefObject<HTMLTextAreaElement | null>): void {
  const isProposed = proposal !== null;
  useEffect(() => {
    if (isProposed) field.current?.focus();
  }, [isProposed, field]);
}

function DraftNote({ draft: { savedAt } }: { readonly draft: Draft }) {
  return (
    <span className="small muted draft-note clip">{savedAt !== null && repliesWords.draft(formatTime(savedAt))}</span>
  );
}

/** What applies on the platform: the number of replies of a trial, and replies that cannot be taken down. */
function Notes({ platform: { display_name: name }, reply, removal, trial }: ReplyEditorProps) {
  return (
    <>
      {trial !== null && <p className="small muted">{repliesWords.trial(trial.used, trial.of, name)}</p>}
      {hasOwn(reply) && removal?.code === 'reply_delete_not_supported' && (
        <p className="small muted">{repliesWords.refusal['reply_delete_not_supported']?.(name)}</p>
      )}
    </>
  );
}

interface FieldProps extends Editor {
  readonly platform: Platform;
}

function Field({ platform, draft, field, problem, send, edit }: FieldProps) {
  const id = useId();
  const parts = markedParts(draft.text);
  const marked = parts.map(({ start, end }) => draft.text.slice(start, end)).join(', ');
  return (
    <>
      <MarkedField
        ref={field}
        label={repliesWords.write}
        describedBy={`${id}-problem ${id}-marks`}
        isInvalid={problem !== null || isTooLong(platform, draft.text)}
        text={draft.text}
        parts={parts}
        onChange={edit}
        onSend={send}
      />
      <p id={`${id}-problem`} className={problem === null ? 'sr' : 'refusal'} role="alert">
        {problem}
      </p>
      <p id={`${id}-marks`} className={parts.length === 0 ? 'sr' : 'marks small'}>
        {parts.length > 0 && <bdi>{repliesWords.marked(marked)}</bdi>}
      </p>
    </>
  );
}

function Conflict({ draft }: { readonly draft: Draft }) {
  return (
    <div className="banner warn way-out" role="alert">
      <div>
        <b>{repliesWords.draftChanged}</b>
        <p className="reading clamp" dir="auto">
          {draft.theirs}
        </p>
      </div>
      <Button onClick={draft.takeTheirs}>{repliesWords.takeTheirs}</Button>
      <Button onClick={draft.keepMine}>{repliesWords.keepMine}</Button>
    </div>
  );
}

/** The length of the text in the unit of the platform. */
function Length({ text, platform }: { readonly text: string; readonly platform: Platform }) {
  const { reply_max_length: max, reply_length_unit: unit } = platform;
  if (max === null) return null;
  return (
    <span className={isTooLong(platform, text) ? 'small num editor-count is-long' : 'small muted num editor-count'}>
      {repliesWords.length(lengthIn(unit, text.trim()), max, repliesWords.units[unit ?? 'characters'])}
    </span>
  );
}

function isTooLong({ reply_max_length: max, reply_length_unit: unit }: Platform, text: string): boolean {
  return max !== null && lengthIn(unit, text.trim()) > max;
}

/** Why a text is not sent; null if it is. */
function refusalOf(text: string, platform: Platform, reply: Reply | null): string | null {
  if (text.trim() === '') return repliesWords.emptyText;
  if (isTooLong(platform, text)) return repliesWords.tooLong;
  const brace = unfilledBrace(text);
  if (brace !== null) return repliesWords.unfilled(brace);
  return reply?.status === 'published' && reply.text === text.trim() ? repliesWords.sameText : null;
}

function publishLabel(reply: Reply | null): string {
  if (reply?.status === 'failed') return repliesWords.publishAgain;
  return hasOwn(reply) ? repliesWords.publishChange : repliesWords.publish;
}

/** Forgets the draft once the platform has taken its text. */
function useForgetting({ text, savedAt, forget }: Draft, reply: Reply | null): void {
  const isTaken = savedAt !== null && reply?.status === 'published' && reply.text === text.trim();
  useEffect(() => {
    if (isTaken) forget();
  });
}

/** The text with a template in place of the selection. */
function inserted(text: string, template: string, field: HTMLTextAreaElement | null): string {
  if (text.trim() === '') return template;
  const [start, end] = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length];
  return `${text.slice(0, start)}${template}${text.slice(end)}`;
}
