import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { lastRequestId } from '../api/client';
import { refusalOf } from '../api/problem';
import { sendSupportMessage } from '../api/queries/account';
import { meQuery } from '../api/queries/session';
import { useDraft } from '../lib/draft';
import { useFocusReturn } from '../lib/focus-return';
import { missing, useForm } from '../lib/use-form';
import { DialogActions } from '../parts/dialog-actions';
import { helpWords } from '../words/en/help';
import './help-dialog.css';

export interface HelpDialogProps {
  readonly accountId: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A message to the operator, with the page and the last request. */
export function HelpDialog({ accountId, isOpen, onClose }: HelpDialogProps) {
  useFocusReturn(isOpen);
  return (
    <Modal opened={isOpen} onClose={onClose} title={helpWords.title}>
      <HelpForm accountId={accountId} onClose={onClose} />
    </Modal>
  );
}

function HelpForm({ accountId, onClose }: Omit<HelpDialogProps, 'isOpen'>) {
  const me = useQuery(meQuery);
  const path = useRouterState({ select: ({ location }) => location.href });
  const [requestId] = useState(lastRequestId);
  const { text, set: setText, forget } = useDraft(`help:${accountId}`, '', () => false);
  const attached = [helpWords.page(path), ...(requestId === null ? [] : [helpWords.request(requestId)])];
  const send = useMutation({
    mutationFn: (subject: string) =>
      sendSupportMessage(accountId, {
        subject: subject === '' ? null : subject,
        message: `${text.trim()}\n\n${attached.join('\n')}`,
        contact: me.data?.email ?? null,
      }),
    onSuccess: forget,
  });
  const form = useForm({
    initial: { subject: '' },
    check: () => ({ message: missing(text, helpWords.messageMissing) }),
    onSend: ({ subject }) => send.mutate(subject.trim()),
    refusal: refusalOf(send.error),
    refusedAt: 'message',
  });
  if (send.data !== undefined) return <Sent id={send.data} onClose={onClose} />;
  return (
    <form noValidate className="help-form" onSubmit={form.submit}>
      <p className="small sub">{helpWords.intro}</p>
      <TextInput label={helpWords.subject} maxLength={200} dir="auto" {...form.text('subject')} />
      <Textarea
        ref={form.at('message')}
        data-autofocus
        label={helpWords.message}
        rows={6}
        maxLength={4_000}
        dir="auto"
        value={text}
        error={form.problemOf('message')}
        onChange={(event) => {
          send.reset();
          setText(event.currentTarget.value);
        }}
      />
      <Attached lines={attached} contact={me.data?.email ?? ''} />
      <DialogActions cancel={helpWords.cancel} onCancel={onClose} action={helpWords.send} isPending={send.isPending} />
    </form>
  );
}

function Sent({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  return (
    <div className="help-form">
      <p role="status">{helpWords.sent(id)}</p>
      <Button data-autofocus variant="filled" onClick={onClose}>
        {helpWords.close}
      </Button>
    </div>
  );
}

function Attached({ lines, contact }: { readonly lines: readonly string[]; readonly contact: string }) {
  return (
    <dl className="small help-attached">
      <dt className="muted">{helpWords.attached}</dt>
      {lines.map((line) => (
        <dd key={line} className="mono">
          {line}
        </dd>
      ))}
      <dt className="muted">{helpWords.contact}</dt>
      <dd>{contact}</dd>
    </dl>
  );
}
