import { ActionIcon, Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { meQuery, signOut, type Membership } from '../api/queries/session';
import { words } from '../words/en';

const SCHEMES: readonly MantineColorScheme[] = ['auto', 'light', 'dark'];

/** The accounts of the person, the theme, and the end of the session. */
export function AccountMenu({ account }: { readonly account: Membership }) {
  const me = useQuery(meQuery);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      queries.clear();
      await navigate({ to: '/sign-in' });
    },
  });
  return (
    <Menu position="bottom-end" width={220} loop={false}>
      <Menu.Target>
        <ActionIcon aria-label={words.frame.account}>
          <IconUserCircle size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{me.data?.email ?? words.frame.account}</Menu.Label>
        {me.data?.accounts.map((other) => (
          <Menu.Item
            key={other.id}
            aria-current={other.id === account.id}
            onClick={() => void navigate({ to: '/a/$accountId/reviews', params: { accountId: String(other.id) } })}
          >
            {other.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{words.frame.theme}</Menu.Label>
        {SCHEMES.map((scheme) => (
          <Menu.Item key={scheme} aria-current={scheme === colorScheme} onClick={() => setColorScheme(scheme)}>
            {words.frame.themes[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => leave.mutate()}>
          {words.frame.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
