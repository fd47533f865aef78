import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { problemFacts } from '../../api/problem';
import { changeRole, memberKeys, membersQuery, type LeftBehind, type Member } from '../../api/queries/members';
import { meQuery, type Membership, type Role } from '../../api/queries/session';
import { formatExact, formatMoment } from '../../lib/format';
import { SectionHead } from '../../parts/section-head';
import { Loading, Problem } from '../../parts/states';
import { Status } from '../../parts/status';
import { Table, type Column } from '../../parts/table';
import { frameWords } from '../../words/en/frame';
import { membersWords } from '../../words/en/members';
import { InviteDialog } from './invite-dialog';
import { Invitations } from './invitations';
import { hasLeftAnything, LeftBehindDialog, type FormerOwner } from './left-behind';
import { RemoveDialog } from './remove-dialog';
import './members.css';

const accountRoute = getRouteApi('/a/$accountId');
const ROLES: readonly Role[] = ['viewer', 'member', 'owner'];

/** The members of the account with their roles, and the open invitations. */
export function MembersScreen() {
  const { account } = accountRoute.useRouteContext();
  const members = useQuery(membersQuery(account.id));
  const me = useQuery(meQuery);
  const [isInviting, setInviting] = useState(false);
  const [removing, setRemoving] = useState<Member | null>(null);
  const [former, setFormer] = useState<FormerOwner | null>(null);
  const showLeft = ({ id, name }: Member, left: LeftBehind): void => {
    if (id !== me.data?.id && hasLeftAnything(left)) setFormer({ ...left, id, name });
  };
  return (
    <section aria-labelledby="members-title">
      <title>{membersWords.title}</title>
      <SectionHead id="members-title" title={membersWords.title} intro={membersWords.intro}>
        <Button
          variant="filled"
          leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => setInviting(true)}
        >
          {membersWords.invite}
        </Button>
      </SectionHead>
      {members.isPending && <Loading rows={4} onRetry={() => void members.refetch()} />}
      {members.error && <Problem {...problemFacts(members.error)} onRetry={() => void members.refetch()} />}
      {members.data && (
        <Table
          caption={membersWords.title}
          columns={columnsOf(account, me.data?.id, setRemoving, showLeft)}
          rows={members.data.data}
          keyOf={({ id }) => id}
        />
      )}
      <Invitations accountId={account.id} />
      <InviteDialog accountId={account.id} isOpen={isInviting} onClose={() => setInviting(false)} />
      <RemoveDialog
        account={account}
        member={removing}
        isSelf={removing?.id === me.data?.id}
        onClose={() => setRemoving(null)}
        onRemoved={showLeft}
      />
      <LeftBehindDialog accountId={account.id} former={former} onClose={() => setFormer(null)} />
    </section>
  );
}

function columnsOf(
  account: Membership,
  personId: number | undefined,
  onRemove: (member: Member) => void,
  onLeft: (member: Member, left: LeftBehind) => void,
): readonly Column<Member>[] {
  return [
    {
      key: 'name',
      title: membersWords.name,
      cell: ({ id, name, email }) => (
        <span className="member-name">
          <span>
            <bdi>{name}</bdi>
            {id === personId && <span className="tag">{membersWords.you}</span>}
          </span>
          <span className="small muted">{email}</span>
        </span>
      ),
    },
    {
      key: 'role',
      title: membersWords.role,
      cell: (member) => <RoleSelect accountId={account.id} member={member} onLeft={(left) => onLeft(member, left)} />,
    },
    {
      key: 'factor',
      title: membersWords.factor,
      cell: ({ has_second_factor: has, role }) => (
        <Status name={has ? 'protected' : role === 'owner' ? 'unprotected' : 'factorOff'} />
      ),
    },
    {
      key: 'seen',
      title: membersWords.seen,
      cell: ({ last_seen_at: at }) =>
        at === null ? (
          <span className="muted">{membersWords.neverSeen}</span>
        ) : (
          <time className="num nowrap" dateTime={`${at}Z`} title={formatExact(at)}>
            {formatMoment(at)}
          </time>
        ),
    },
    {
      key: 'state',
      title: membersWords.actions,
      isTitleHidden: true,
      cell: (member) => (
        <Button
          variant="subtle"
          aria-label={member.id === personId ? membersWords.leaveTitle : membersWords.removeOf(member.name)}
          onClick={() => onRemove(member)}
        >
          {member.id === personId ? membersWords.leave : membersWords.remove}
        </Button>
      ),
    },
  ];
}

interface RoleSelectProps {
  readonly accountId: number;
  readonly member: Member;
  readonly onLeft: (left: LeftBehind) => void;
}

/** Shows the role of the server: a role is never shown before it is granted. */
function RoleSelect({ accountId, member, onLeft }: RoleSelectProps) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (role: Role) => changeRole(accountId, member.id, role),
    onSuccess: onLeft,
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: memberKeys.list(accountId) });
      await queries.invalidateQueries({ queryKey: memberKeys.invitations(accountId) });
      await queries.invalidateQueries(meQuery);
    },
  });
  return (
    <div className="member-role">
      <NativeSelect
        aria-label={membersWords.roleOf(member.name)}
        value={member.role}
        disabled={change.isPending}
        error={change.error ? problemFacts(change.error).text : null}
        data={ROLES.map((role) => ({ value: role, label: membersWords.roles[role] }))}
        onChange={(event) => {
          const role = ROLES.find((each) => each === event.currentTarget.value);
          if (role !== undefined) change.mutate(role);
        }}
      />
      <span role="status" className="sr">
        {change.isSuccess && membersWords.saved(member.name, frameWords.roles[member.role])}
      </span>
    </div>
  );
}
