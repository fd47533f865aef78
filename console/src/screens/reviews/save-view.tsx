import { Modal, Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { refusalOf } from '../../api/problem';
import { mayActAs } from '../../api/queries/session';
import { saveView, viewKey } from '../../api/queries/views';
import { queryOf } from '../../lib/curl';
import { useFocusReturn } from '../../lib/focus-return';
import { useForm } from '../../lib/use-form';
import { showToast } from '../../parts/toasts';
import { WriteButton } from '../../parts/write-button';
import { reviewsWords } from '../../words/en/reviews';
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
  const save = useMutation({
    mutationFn: (named: { readonly name: string; readonly shared: boolean }) => {
      const query = queryOf({ ...search, offset: undefined }).slice(1);
      return saveView(account.id, { ...named, path: 'reviews', query });
    },
    onSuccess: async (view) => {
      await queries.invalidateQueries({ queryKey: viewKey(account.id) });
      showToast({ text: reviewsWords.viewSaved(view.name) });
      form.set({ name: '' });
      onClose();
    },
  });
  useFocusReturn(isOpen);
  const form = useForm({
    initial: { name: '', shared: false },
    onSend: ({ name, shared }) => {
      if (name.trim() !== '') save.mutate({ name: name.trim(), shared });
    },
    refusal: refusalOf(save.error),
    refusedAt: 'name',
  });
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={reviewsWords.saveView}
      closeButtonProps={{ 'aria-label': reviewsWords.cancel }}
    >
      <form className="stack" onSubmit={form.submit}>
        <TextInput label={reviewsWords.viewName} data-autofocus required maxLength={MOST} {...form.text('name')} />
        {mayActAs(account.role, 'member') && (
          <Switch
            label={reviewsWords.viewShared}
            checked={form.values.shared}
            onChange={(event) => form.set({ shared: event.currentTarget.checked })}
          />
        )}
        <WriteButton type="submit" variant="filled" loading={save.isPending}>
          {reviewsWords.save}
        </WriteButton>
      </form>
    </Modal>
  );
}
