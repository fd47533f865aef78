import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { objectsQuery } from '../../api/queries/objects';
import { mayActAs } from '../../api/queries/session';
import { changeWebhook, webhookKeys, webhookQuery, type WebhookSettings } from '../../api/queries/webhooks';
import { numberOf } from '../../lib/url-state';
import { webhookWords } from '../../words/en/webhook';
import { webhooksWords } from '../../words/en/webhooks';
import { changedSettings, draftOf } from './draft';
import { WebhookForm } from './form';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/webhooks/$webhookId/settings');

/** The settings of a webhook; viewers see a description of them. */
export function WebhookSettingsTab() {
  const { account } = accountRoute.useRouteContext();
  const webhookId = numberOf(route.useParams().webhookId) ?? 0;
  const queries = useQueryClient();
  const { data: webhook } = useQuery(webhookQuery(account.id, webhookId));
  const { data: objects } = useQuery(objectsQuery(account.id));
  const change = useMutation({
    mutationFn: async (settings: Partial<WebhookSettings>) =>
      Object.keys(settings).length === 0 ? webhook : changeWebhook(account.id, webhookId, settings),
    onSuccess: () => queries.invalidateQueries({ queryKey: webhookKeys.all(account.id) }),
  });
  if (webhook === undefined) return null;
  const isViewer = !mayActAs(account.role, 'member');
  if (isViewer || webhook.listener)
    return (
      <div className="card form-card">
        <p>{webhooksWords.scope(webhook, objects?.total)}</p>
        <p className="sub small">{webhook.listener ? webhookWords.listenerSettings : webhookWords.viewerSettings}</p>
      </div>
    );
  return (
    <WebhookForm
      initial={draftOf(webhook)}
      saved={change.data}
      submitLabel={webhookWords.form.save}
      error={change.error}
      isSending={change.isPending}
      note={change.isSuccess && webhookWords.form.saved}
      onSubmit={(settings, before) => change.mutate(changedSettings(before, settings))}
    />
  );
}
