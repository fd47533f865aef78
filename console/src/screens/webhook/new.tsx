import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { createWebhook, webhookKeys, type WebhookSettings } from '../../api/queries/webhooks';
import { webhookWords } from '../../words/en/webhook';
import { webhooksWords } from '../../words/en/webhooks';
import { EMPTY_DRAFT } from './draft';
import { WebhookForm } from './form';
import './webhook.css';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/webhooks/new');

/** A new webhook opens with its deliveries. */
export function NewWebhook() {
  const { account } = accountRoute.useRouteContext();
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: (settings: WebhookSettings) => createWebhook(account.id, settings),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: webhookKeys.list(account.id) });
      await navigate({ to: '/a/$accountId/webhooks/$webhookId/deliveries', params: { webhookId: String(id) } });
    },
  });
  return (
    <div className="page">
      <title>{webhookWords.form.newTitle}</title>
      <div className="head">
        <div className="webhook-head">
          <Link from="/a/$accountId/webhooks/new" to="/a/$accountId/webhooks" className="link small">
            {webhooksWords.title}
          </Link>
          <h1>{webhookWords.form.newTitle}</h1>
        </div>
      </div>
      <WebhookForm
        initial={EMPTY_DRAFT}
        submitLabel={webhookWords.form.create}
        error={create.error}
        isSending={create.isPending}
        onSubmit={(settings) => create.mutate(settings)}
      />
    </div>
  );
}
