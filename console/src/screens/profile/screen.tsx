import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { problemFacts, refusalOf } from '../../api/problem';
import { changePerson, meQuery, type Person, type Preferences } from '../../api/queries/session';
import { browserFormats, formatExactIn, formatNumber, LOCALES, nameOfLocale, timeZones } from '../../lib/format';
import { missing, useForm } from '../../lib/use-form';
import { Loading, Problem } from '../../parts/states';
import { SettingsForm } from '../../parts/settings-form';
import { WriteButton } from '../../parts/write-button';
import { profileWords } from '../../words/en/profile';

const THEMES = ['system', 'light', 'dark'] as const;
const DENSITIES = ['comfortable', 'compact'] as const;

/** The name of the person, and the formats, keys and appearance of the console. */
export function ProfileScreen() {
  const me = useQuery(meQuery);
  if (me.isPending) return <Loading rows={5} onRetry={() => void me.refetch()} />;
  if (me.error) return <Problem {...problemFacts(me.error)} onRetry={() => void me.refetch()} />;
  return (
    <>
      <title>{profileWords.title}</title>
      <NameForm person={me.data} />
      <Display person={me.data} />
    </>
  );
}

function NameForm({ person }: { readonly person: Person }) {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: changePerson,
    onSuccess: (next) => queries.setQueryData(meQuery.queryKey, next),
  });
  const form = useForm({
    initial: { name: person.name },
    check: ({ name }) => ({ name: missing(name, profileWords.nameMissing) }),
    isEager: true,
    onSend: ({ name }) => save.mutate({ name: name.trim() }),
    refusal: refusalOf(save.error),
    refusedAt: 'name',
  });
  return (
    <SettingsForm title={profileWords.title} intro={profileWords.intro} onSubmit={form.submit}>
      <TextInput label={profileWords.name} autoComplete="name" dir="auto" maxLength={200} {...form.text('name')} />
      <TextInput label={profileWords.email} value={person.email} readOnly />
      <div className="settings-actions">
        <WriteButton type="submit" variant="filled" loading={save.isPending}>
          {profileWords.save}
        </WriteButton>
        <span role="status" className="small sub">
          {save.isSuccess && form.values.name.trim() === person.name && profileWords.saved}
        </span>
      </div>
    </SettingsForm>
  );
}

/** Each choice takes effect at once and is stored; after a refusal the old one is shown again. */
function Display({ person: { preferences } }: { readonly person: Person }) {
  const change = usePreferences();
  const { locale = '', time_zone: zone = '', theme = 'system', density = 'comfortable' } = preferences;
  const browser = browserFormats();
  return (
    <SettingsForm title={profileWords.display}>
      <NativeSelect
        label={profileWords.locale}
        description={profileWords.sample(formatExactIn(new Date(), { locale, timeZone: zone }), formatNumber(12_345.6))}
        value={locale}
        data={[
          { value: '', label: profileWords.localeBrowser(nameOfLocale(browser.locale)) },
          ...LOCALES.map((each) => ({ value: each, label: nameOfLocale(each) })),
        ]}
        onChange={(event) => change.mutate({ locale: event.currentTarget.value })}
      />
      <NativeSelect
        label={profileWords.zone}
        value={zone}
        data={[
          { value: '', label: profileWords.zoneBrowser(browser.timeZone) },
          ...timeZones().map((each) => ({ value: each, label: each.replaceAll('_', ' ') })),
        ]}
        onChange={(event) => change.mutate({ time_zone: event.currentTarget.value })}
      />
      <NativeSelect
        label={profileWords.theme}
        value={theme}
        data={THEMES.map((each) => ({ value: each, label: profileWords.themes[each] }))}
        onChange={(event) => {
          change.mutate({ theme: THEMES.find((each) => each === event.currentTarget.value) ?? 'system' });
        }}
      />
      <NativeSelect
        label={profileWords.density}
        value={density}
        data={DENSITIES.map((each) => ({ value: each, label: profileWords.densities[each] }))}
        onChange={(event) =>
          change.mutate({ density: DENSITIES.find((each) => each === event.currentTarget.value) ?? 'comfortable' })
        }
      />
      <Switch
        label={profileWords.keys}
        description={profileWords.keysHelp}
        checked={preferences.single_keys ?? true}
        onChange={(event) => change.mutate({ single_keys: event.currentTarget.checked })}
      />
      {change.error && (
        <p role="alert" className="small refused">
          {problemFacts(change.error).text}
        </p>
      )}
    </SettingsForm>
  );
}

function usePreferences() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (next: Preferences) => changePerson(next),
    onMutate: (next) => {
      const before = queries.getQueryData(meQuery.queryKey);
      if (before)
        queries.setQueryData(meQuery.queryKey, { ...before, preferences: { ...before.preferences, ...next } });
      return before;
    },
    onError: (_, __, before) => queries.setQueryData(meQuery.queryKey, before),
    onSuccess: (next) => queries.setQueryData(meQuery.queryKey, next),
  });
}
