import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { meQuery, type Preferences } from '../api/queries/session';
import { setFormats } from '../lib/format';

/** Applies the person's settings to everything inside: formats, density, and the theme that was chosen in another browser. */
export function PersonPreferences({ children }: { readonly children: ReactNode }) {
  const preferences: Preferences = useQuery(meQuery).data?.preferences ?? {};
  const { locale = '', time_zone: timeZone = '', density = 'comfortable', theme } = preferences;
  const { setColorScheme } = useMantineColorScheme();
  // Set before the content renders: the functions of lib/format read them without a context.
  setFormats({ locale, timeZone });
  useEffect(() => {
    document.documentElement.dataset['density'] = density;
  }, [density]);
  useEffect(() => {
    if (theme !== undefined) setColorScheme(theme === 'system' ? 'auto' : theme);
  }, [theme, setColorScheme]);
  useLightPaper();
  return children;
}

const SCHEME = 'mantineColorScheme';

/** Prints the light theme: on paper the dark one is a black page. */
function useLightPaper(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let before = dataset[SCHEME];
    const lighten = (): void => {
      before = dataset[SCHEME];
      dataset[SCHEME] = 'light';
    };
    const restore = (): void => {
      dataset[SCHEME] = before;
    };
    window.addEventListener('beforeprint', lighten);
    window.addEventListener('afterprint', restore);
    return () => {
      window.removeEventListener('beforeprint', lighten);
      window.removeEventListener('afterprint', restore);
    };
  }, []);
}
