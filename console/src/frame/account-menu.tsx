import { Menu } from '@mantine/core';
import { IconChevronDown, IconLogout, IconMessageQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { meQuery, type Membership } from '../api/queries/session';
import { frameWords } from '../words/en/frame';
import { helpWords } from '../words/en/help';
import { operatorWords } from '../words/en/operator';
import { Help } from './help';
import { Mark } from './mark';
import { SCHEMES, useSignOut, useTheme } from './person-acts';
import { addressOf, usePlaces } from './use-places';

interface AccountMenuProps {
  readonly account: Membership;
  /** What the button shows in place of the account. */
  readonly area?: { readonly name: string; readonly note: string };
}

/** The account of the page. Its menu has the other accounts of the person, the theme, and the end of the session. */
export function AccountMenu({ account, area }: AccountMenuProps) {
  const me = useQuery(meQuery);
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const home = usePlaces(account)[0]?.route ?? '/';
  const leave = useSignOut();
  const planAndRole = account.is_demo
    ? frameWords.demoNote
    : frameWords.planAndRole(frameWords.plans[account.plan] ?? account.plan, frameWords.roles[account.role]);
  return (
    <>
      <Menu position="bottom-start" width={236} loop={false}>
        <Menu.Target>
          <button type="button" className="brand">
            <Mark />
            <span className="brand-name">
              <span className="sr">{frameWords.account} </span>
              <bdi className="clip">{area?.name ?? account.name}</bdi>
              <small className="clip">{area?.note ?? planAndRole}</small>
            </span>
            <IconChevronDown className="icon" size={14} stroke={1.75} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label className="clip">{me.data?.email ?? frameWords.account}</Menu.Label>
          {me.data?.accounts.map((other) => (
            <Menu.Item
              key={other.id}
              aria-current={other.id === account.id}
              onClick={() => void navigate({ to: addressOf(home, other.id) })}
            >
              <bdi>{other.name}</bdi>
              {other.is_demo && <span className="tag demo-mark">{frameWords.demo}</span>}
            </Menu.Item>
          ))}
          {me.data?.is_operator && <OperatorItem />}
          <Menu.Divider />
          <ThemeItems />
          <Menu.Divider />
          <Menu.Item leftSection={<IconMessageQuestion size={16} aria-hidden />} onClick={() => setAsking(true)}>
            {helpWords.open}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={leave}>
            {frameWords.signOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Help accountId={account.id} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

function ThemeItems() {
  const { colorScheme, choose } = useTheme();
  return (
    <>
      <Menu.Label>{frameWords.theme}</Menu.Label>
      {SCHEMES.map((scheme) => (
        <Menu.Item key={scheme} aria-current={scheme === colorScheme} onClick={() => choose(scheme)}>
          {frameWords.themes[scheme]}
        </Menu.Item>
      ))}
    </>
  );
}

function OperatorItem() {
  const navigate = useNavigate();
  return (
    <Menu.Item onClick={() => void navigate({ to: '/operator/sources', search: {} })}>{operatorWords.area}</Menu.Item>
  );
}
