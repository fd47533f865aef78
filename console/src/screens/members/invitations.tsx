import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { problemFacts } from '../../api/problem';
import { invitationsQuery, memberKeys, revokeInvitation, type Invitation } from '../../api/queries/members';
import { formatAhead, formatExact, formatMoment } from '../../lib/format';
import { Problem } from '../../parts/states';
import { Table, type Column } from '../../parts/table';
import { WriteButton } from '../../parts/write-button';
import { auditWords } from '../../words/en/audit';
import { membersWords } from '../../words/en/members';

/** The invitations that can still be accepted; nothing without one. */
export function Invitations({ accountId }: { readonly accountId: number }) {
  const invitations = useQuery(invitationsQuery(accountId));
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: (id: number) => revokeInvitation(accountId, id),
    onSettled: () => queries.invalidateQueries({ queryKey: memberKeys.invitations(accountId) }),
  });
  if (invitations.error)
    return <Problem {...problemFacts(invitations.error)} onRetry={() => void invitations.refetch()} />;
  const rows = invitations.data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <section className="member-invitations" aria-labelledby="invitations-title">
      <h2 id="invitations-title">{membersWords.pending}</h2>
      {revoke.error && (
        <p role="alert" className="small refused">
          {problemFacts(revoke.error).text}
        </p>
      )}
      <Table
        caption={membersWords.pending}
        columns={columnsOf((id) => revoke.mutate(id), revoke.isPending ? revoke.variables : undefined)}
        rows={rows}
        keyOf={({ id }) => id}
      />
    </section>
  );
}

function columnsOf(onRevoke: (id: number) => void, revoking: number | undefined): readonly Column<Invitation>[] {
  return [
    { key: 'email', title: membersWords.email, cell: ({ email }) => <bdi className="member-email">{email}</bdi> },
    { key: 'role', title: membersWords.role, cell: ({ role }) => membersWords.roles[role] },
    { key: 'by', title: membersWords.by, cell: ({ invited_by: by }) => <bdi>{by ?? auditWords.nothing}</bdi> },
    {
      key: 'invited',
      title: membersWords.invited,
      cell: ({ created_at: at }) => (
        <span className="num nowrap" title={formatExact(at)}>
          {formatMoment(at)}
        </span>
      ),
    },
    {
      key: 'expires',
      title: membersWords.expires,
      cell: ({ expires_at: at }) => (
        <span className="num nowrap" title={formatExact(at)}>
          {formatAhead(at)}
        </span>
      ),
    },
    {
      key: 'state',
      title: membersWords.actions,
      isTitleHidden: true,
      cell: ({ id, email }) => (
        <WriteButton
          variant="subtle"
          aria-label={membersWords.revokeOf(email)}
          loading={revoking === id}
          onClick={() => onRevoke(id)}
        >
          {membersWords.revoke}
        </WriteButton>
      ),
    },
  ];
}
