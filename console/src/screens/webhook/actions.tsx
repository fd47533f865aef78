import { ActionIcon, Button, Menu, Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { IconDots, IconHistory, IconSend, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { problemFacts } from '../../api/problem';
import { deliveryKeys, readDeliveries } from '../../api/queries/deliveries';
import { deleteWebhook, testWebhook, webhookKeys, webhookSwitch, type Webhook } from '../../api/queries/webhooks';
import { formatMs } from '../../lib/durations';
import { useFocusReturn } from '../../lib/focus-return';
import { usePageActions } from '../../lib/page-actions';
import { InstantSwitch } from '../../parts/instant-switch';
import { WriteButton } from '../../parts/write-button';
import { nameOf } from '../../parts/webhook-name';
import { paletteWords } from '../../words/en/palette';
import { webhookWords } from '../../words/en/webhook';
import { webhooksWords } from '../../words/en/webhooks';
import { Recover } from './recover';

const accountRoute = getRouteApi('/a/$accountId');

/** What members do with a webhook. */
export function Actions({ webhook }: { readonly webhook: Webhook }) {
  const [open, setOpen] = useState<'recover' | 'remove' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <div className="actions webhook-actions">
      <OnSwitch webhook={webhook} />
      <Test webhook={webhook} />
      <Button leftSection={<IconHistory size={16} stroke={1.75} aria-hidden />} onClick={() => setOpen('recover')}>
        {webhookWords.recover}
      </Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" aria-label={webhookWords.more}>
            <IconDots size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            className="danger"
            leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
            onClick={() => setOpen('remove')}
          >
            {webhookWords.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Recover webhook={webhook} isOpen={open === 'recover'} onClose={close} />
      <Remove webhook={webhook} isOpen={open === 'remove'} onClose={close} />
    </div>
  );
}

function OnSwitch({ webhook }: { readonly webhook: Webhook }) {
  const { account } = accountRoute.useRouteContext();
  const change = useMutation(webhookSwitch(account.id, webhook.id));
  const isOn = change.isPending ? change.variables : webhook.is_active;
  const host = nameOf(webhook);
  usePageActions([
    {
      label: isOn ? paletteWords.pauseWebhook(host) : paletteWords.resumeWebhook(host),
      isWrite: true,
      run: () => change.mutate(!isOn),
    },
  ]);
  return (
    <span className="on-switch">
      <InstantSwitch
        label={webhooksWords.isOn(host)}
        isOn={isOn}
        text={isOn ? webhookWords.on : webhookWords.paused}
        problem={change.error && problemFacts(change.error).text}
        onSwitch={change.mutate}
      />
    </span>
  );
}

/** Sends a test and says beside the button what the server answered. */
function Test({ webhook }: { readonly webhook: Webhook }) {
  const { account } = accountRoute.useRouteContext();
  const test = useMutation({ mutationFn: () => testWebhook(account.id, webhook.id) });
  return (
    <>
      <WriteButton
        leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        {webhookWords.test}
      </WriteButton>
      <p role="status" className={`test-result small ${test.data && !test.data.success ? 'refused' : 'sub'}`}>
        {test.data && resultOf(test.data)}
        {test.error && problemFacts(test.error).text}
      </p>
    </>
  );
}

function resultOf(result: Awaited<ReturnType<typeof testWebhook>>): string {
  const { status_code: status, duration_ms: ms, error, success } = result;
  if (status === null) return webhookWords.testFailed(webhookWords.errors[error ?? ''] ?? error ?? '');
  return (success ? webhookWords.testOk : webhookWords.testRefused)(status, formatMs(ms));
}

interface RemoveProps {
  readonly webhook: Webhook;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function Remove({ webhook, isOpen, onClose }: RemoveProps) {
  useFocusReturn(isOpen);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={webhookWords.removeTitle(nameOf(webhook))}
      closeButtonProps={{ 'aria-label': webhookWords.cancel }}
      centered
    >
      <RemoveForm webhook={webhook} onClose={onClose} />
    </Modal>
  );
}

function RemoveForm({ webhook, onClose }: Omit<RemoveProps, 'isOpen'>) {
  const { account } = accountRoute.useRouteContext();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const loss = useQuery({
    queryKey: [...deliveryKeys.of(account.id, webhook.id), 'count'],
    queryFn: async () => (await readDeliveries(account.id, webhook.id, { limit: 1 })).total,
  });
  const remove = useMutation({
    mutationFn: () => deleteWebhook(account.id, webhook.id),
    onSuccess: async () => {
      await navigate({ to: '/a/$accountId/webhooks', params: { accountId: String(account.id) } });
      queries.removeQueries({ queryKey: webhookKeys.single(account.id, webhook.id) });
      await queries.invalidateQueries({ queryKey: webhookKeys.list(account.id) });
    },
  });
  return (
    <div className="dialog-form">
      <p className="sub">
        {loss.data === undefined ? webhookWords.recoverCounting : webhookWords.removeLoss(loss.data)}
      </p>
      {remove.error && (
        <p role="alert" className="refused small">
          {problemFacts(remove.error).text}
        </p>
      )}
      <div className="dialog-actions">
        <Button onClick={onClose}>{webhookWords.cancel}</Button>
        <WriteButton
          className="danger"
          loading={remove.isPending}
          disabled={loss.isPending}
          onClick={() => remove.mutate()}
        >
          {webhookWords.remove}
        </WriteButton>
      </div>
    </div>
  );
}
