import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { changePerson, meQuery, signOut } from '../api/queries/session';

export const SCHEMES: readonly MantineColorScheme[] = ['auto', 'light', 'dark'];

/** The theme, and the function that changes it. The choice is stored with the person, for other browsers too. */
export function useTheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const queries = useQueryClient();
  const store = useMutation({
    mutationFn: (scheme: MantineColorScheme) => changePerson({ theme: scheme === 'auto' ? 'system' : scheme }),
    onSuccess: (me) => queries.setQueryData(meQuery.queryKey, me),
  });
  const choose = (scheme: MantineColorScheme): void => {
    setColorScheme(scheme);
    store.mutate(scheme);
  };
  return { colorScheme, choose };
}

/** Ends the session and shows the sign-in. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      queries.clear();
      await navigate({ to: '/sign-in' });
    },
  });
  return () => leave.mutate();
}
