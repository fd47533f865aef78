import { Modal, Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { problemFacts } from '../../api/problem';
import { mayActAs } from '../../api/queries/session';
import { saveView, viewKey } from '../../api/queries/views';
import { queryOf } from '../../lib/curl';
import { useFocusReturn } from '../../lib/focus-return';
import { showToast } from '../../parts/toasts';
import { WriteButton } from '../../parts/write-button';
import { words } from '../../words/en';
import type { ReviewsSearch } from './search';

const accountRoute = getRouteApi('/a/$accountId');
const MOST = 60;

interface SaveViewProps {
  readonly search: ReviewsSearch;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Names the address of the list, for the person alone or for the account. */
export function SaveView({ search, isOpen, onClose }: SaveViewProps) {
  const { account } = accountRoute.useRouteContext();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const save = useMutation({
    mutationFn: () => {
      const query = queryOf({ ...search, offset: undefined }).slice(1);
      return saveView(account.id, { name: name.trim(), path: 'reviews', query, shared });
    },
    onSuccess: async (view) => {
      await queries.invalidateQueries({ queryKey: viewKey(account.id) });
      showToast({ text: words.reviews.viewSaved(view.name) });
      setName('');
      onClose();
    },
  });
  useFocusReturn(isOpen);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') save.mutate();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={words.reviews.saveView}
      closeButtonProps={{ 'aria-label': words.reviews.cancel }}
    >
      <form className="stack" onSubmit={submit}>
        <TextInput
          label={words.reviews.viewName}
          data-autofocus
          required
          maxLength={MOST}
          value={name}
          error={save.error ? problemFacts(save.error).text : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {mayActAs(account.role, 'member') && (
          <Switch
            label={words.reviews.viewShared}
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        )}
        <WriteButton type="submit" variant="filled" loading={save.isPending}>
          {words.reviews.save}
        </WriteButton>
      </form>
    </Modal>
  );
}
