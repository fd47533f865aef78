import { Button, Switch, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { problemFacts, refusalOf } from '../../api/problem';
import { objectsQuery } from '../../api/queries/objects';
import { policyQuery, putPolicy, type ReplyPolicy } from '../../api/queries/proposals';
import { sourcesQuery } from '../../api/queries/sources';
import { formatMoment } from '../../lib/format';
import { useForm, type Form } from '../../lib/use-form';
import { SettingsForm } from '../../parts/settings-form';
import { Loading, Problem } from '../../parts/states';
import { showToast } from '../../parts/toasts';
import { WriteButton } from '../../parts/write-button';
import { replyPolicyWords } from '../../words/en/reply-policy';
import {
  draftOf,
  MOST_RULES,
  NEW_RULE,
  policyOf,
  problemOfDaily,
  problemOfTemplate,
  type PolicyDraft,
  type RuleDraft,
} from './draft';
import { RuleFields, type RuleChoices } from './rule-fields';
import './reply-policy.css';

const accountRoute = getRouteApi('/a/$accountId');

/** The policy by which the account answers proposed replies. */
export function ReplyPolicyScreen() {
  const { account } = accountRoute.useRouteContext();
  const policy = useQuery(policyQuery(account.id));
  return (
    <>
      <title>{replyPolicyWords.title}</title>
      {policy.isPending && <Loading rows={6} onRetry={() => void policy.refetch()} />}
      {policy.error && <Problem {...problemFacts(policy.error)} onRetry={() => void policy.refetch()} />}
      {policy.data && <PolicyEditor accountId={account.id} policy={policy.data} />}
    </>
  );
}

function useChoices(accountId: number): RuleChoices {
  const { data: sources } = useQuery(sourcesQuery(accountId));
  const { data: objects } = useQuery(objectsQuery(accountId));
  return {
    sources: [...(sources?.values() ?? [])]
      .filter(({ can_publish_reply: canPublish }) => canPublish)
      .map(({ id, display_name: label }) => ({ value: String(id), label })),
    objects: (objects?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  };
}

interface PolicyProps {
  readonly accountId: number;
  /** The policy as it is now. */
  readonly policy: ReplyPolicy;
}

/** The form of the policy that was read first, or that the person took over or saved since. */
function PolicyEditor({ accountId, policy }: PolicyProps) {
  const [edited, setEdited] = useState(policy);
  return (
    <PolicyForm key={contentOf(edited)} accountId={accountId} policy={policy} edited={edited} onTake={setEdited} />
  );
}

interface PolicyFormProps extends PolicyProps {
  readonly edited: ReplyPolicy;
  readonly onTake: (policy: ReplyPolicy) => void;
}

function PolicyForm({ accountId, policy, edited, onTake }: PolicyFormProps) {
  const [isSent, setSent] = useState(false);
  /** The content of the last change that the person has seen. */
  const [seen, setSeen] = useState(contentOf(edited));
  const save = useSaving(accountId, seen, onTake);
  const form = useForm({
    initial: draftOf(edited),
    keptAs: 'policy',
    check: ({ daily, rules }) => ({
      daily: problemOfDaily(daily),
      rules: rules.map(({ template }) => problemOfTemplate(template)).find((problem) => problem !== null) ?? null,
    }),
    onSend: (draft) => save.mutate(draft),
    onEdit: save.reset,
    refusal: refusalOf(save.error),
  });
  const isEdited = JSON.stringify(form.values) !== contentOf(edited);
  const isOther = contentOf(policy) !== seen && !save.isPending;
  useEffect(() => {
    if (isOther && !isEdited) onTake(policy);
  });
  return (
    <SettingsForm
      title={replyPolicyWords.title}
      intro={replyPolicyWords.intro}
      onSubmit={(event) => {
        setSent(true);
        form.submit(event);
      }}
    >
      <p className="small sub">
        <bdi>{stateOf(policy)}</bdi>
      </p>
      {isOther && isEdited && (
        <Conflict policy={policy} onTake={() => onTake(policy)} onKeep={() => setSeen(contentOf(policy))} />
      )}
      <Fields form={form} />
      <Rules form={form} accountId={accountId} isSent={isSent} />
      {form.refusal !== null && (
        <p role="alert" className="refused small">
          {form.refusal}
        </p>
      )}
      <p className="small sub">{replyPolicyWords.proof}</p>
      <div className="settings-actions">
        <WriteButton type="submit" variant="filled" loading={save.isPending}>
          {replyPolicyWords.save}
        </WriteButton>
      </div>
    </SettingsForm>
  );
}

/** Saves a policy. Where another tab or owner has changed it since `seen`, nothing is saved, and the change is shown. */
function useSaving(accountId: number, seen: string, onSaved: (policy: ReplyPolicy) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (draft: PolicyDraft) => {
      const now = await queries.fetchQuery({ ...policyQuery(accountId), staleTime: 0 });
      return contentOf(now) === seen ? putPolicy(queries, accountId, policyOf(draft)) : null;
    },
    onSuccess: (saved) => {
      if (saved === null) return;
      showToast({ text: replyPolicyWords.saved });
      onSaved(saved);
    },
  });
}

interface ConflictProps {
  readonly policy: ReplyPolicy;
  readonly onTake: () => void;
  readonly onKeep: () => void;
}

/** The choice between a change of another tab or owner, and what is edited here. */
function Conflict({ policy, onTake, onKeep }: ConflictProps) {
  return (
    <div className="banner warn way-out" role="alert">
      <bdi>{replyPolicyWords.changedMeanwhile(policy.updated_by)}</bdi>
      <Button onClick={onTake}>{replyPolicyWords.takeTheirs}</Button>
      <Button onClick={onKeep}>{replyPolicyWords.keepMine}</Button>
    </div>
  );
}

/** The switch and the limit. */
function Fields({ form }: Pick<RulesProps, 'form'>) {
  return (
    <>
      <Switch
        label={replyPolicyWords.enabled}
        checked={form.values.enabled}
        onChange={(event) => form.set({ enabled: event.currentTarget.checked })}
      />
      <TextInput
        label={replyPolicyWords.daily}
        description={replyPolicyWords.dailyHelp}
        inputMode="numeric"
        className="policy-daily"
        {...form.text('daily')}
      />
    </>
  );
}

interface RulesProps {
  readonly form: Form<PolicyDraft, never>;
  readonly accountId: number;
  /** Whether the form was sent, so that what is wrong is shown. */
  readonly isSent: boolean;
}

/** The rules in their order, and a button for another one. */
function Rules({ form, accountId, isSent }: RulesProps) {
  const choices = useChoices(accountId);
  const { rules } = form.values;
  const wrong = rules.findIndex(({ template }) => problemOfTemplate(template) !== null);
  const setRule = (place: number, next: Partial<RuleDraft>): void =>
    form.set({ rules: rules.map((rule, index) => (index === place ? { ...rule, ...next } : rule)) });
  return (
    <>
      {rules.length === 0 && <p className="sub">{replyPolicyWords.empty}</p>}
      {rules.map((rule, place) => (
        <RuleFields
          // Rules have no ids, and their order counts.
          key={place}
          number={place + 1}
          rule={rule}
          choices={choices}
          problem={isSent ? problemOfTemplate(rule.template) : null}
          templateRef={place === wrong ? form.at('rules') : undefined}
          onChange={(next) => setRule(place, next)}
          onRemove={() => form.set({ rules: rules.filter((_, index) => index !== place) })}
        />
      ))}
      {rules.length >= MOST_RULES ? (
        <p className="small sub">{replyPolicyWords.most}</p>
      ) : (
        <div>
          <Button
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => form.set({ rules: [...rules, NEW_RULE] })}
          >
            {replyPolicyWords.add}
          </Button>
        </div>
      )}
    </>
  );
}

/** What the policy says, as a text that equal policies share. */
const contentOf = (policy: ReplyPolicy): string => JSON.stringify(draftOf(policy));

function stateOf({ updated_at: at, updated_by: by, approved_24h: used }: ReplyPolicy): string {
  if (at === null) return replyPolicyWords.never;
  return `${replyPolicyWords.used(used)} ${replyPolicyWords.changed(formatMoment(at), by)}`;
}
