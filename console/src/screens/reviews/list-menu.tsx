import { ActionIcon, Menu } from '@mantine/core';
import { IconBookmark, IconDots, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { mayActAs } from '../../api/queries/session';
import { removeView, viewKey, viewsQuery, type SavedView } from '../../api/queries/views';
import { usePageActions } from '../../lib/page-actions';
import { CopyCurl, copyCurl } from '../../parts/copy-curl';
import { showToast } from '../../parts/toasts';
import { copyCurlWords } from '../../words/en/copy-curl';
import { reviewsWords } from '../../words/en/reviews';
import { SaveView } from './save-view';
import { filterOf, scopeOf, type ReviewsSearch } from './search';
import { isShown } from './views';

const accountRoute = getRouteApi('/a/$accountId');

/** What else a person does with the list: save it as a view, and read it by the API. */
export function ListMenu({ search }: { readonly search: ReviewsSearch }) {
  const { account } = accountRoute.useRouteContext();
  const [isSaving, setSaving] = useState(false);
  const saved = useQuery(viewsQuery(account.id, 'reviews'));
  const queries = useQueryClient();
  const current = saved.data?.find(({ query }) => isShown(query, search));
  const remove = useMutation({
    mutationFn: (view: SavedView) => removeView(account.id, view.id),
    onSuccess: (_, view) => {
      showToast({ text: reviewsWords.viewDeleted(view.name) });
      return queries.invalidateQueries({ queryKey: viewKey(account.id) });
    },
  });
  const call = callOf(search);
  usePageActions([
    { label: copyCurlWords.copy, run: () => void copyCurl(call) },
    ...(current === undefined ? [{ label: reviewsWords.saveView, run: () => setSaving(true) }] : []),
  ]);
  const mayDelete = current !== undefined && (!current.shared || mayActAs(account.role, 'member'));
  return (
    <>
      <Menu position="bottom-end" width={260} loop={false}>
        <Menu.Target>
          <ActionIcon aria-label={reviewsWords.menu}>
            <IconDots size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {current === undefined && (
            <Menu.Item
              leftSection={<IconBookmark size={16} stroke={1.75} aria-hidden />}
              onClick={() => setSaving(true)}
            >
              {reviewsWords.saveView}
            </Menu.Item>
          )}
          {mayDelete && (
            <Menu.Item
              leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
              onClick={() => remove.mutate(current)}
            >
              <bdi>{reviewsWords.deleteView(current.name)}</bdi>
            </Menu.Item>
          )}
          <CopyCurl call={call} />
        </Menu.Dropdown>
      </Menu>
      <SaveView search={search} isOpen={isSaving} onClose={() => setSaving(false)} />
    </>
  );
}

/** The request of the list. */
function callOf(search: ReviewsSearch): { readonly path: string; readonly query: Readonly<Record<string, unknown>> } {
  const { reply_status: status } = search;
  if (status === undefined) return { path: '/v3/reviews', query: filterOf(search) };
  if (status === 'failed') return { path: '/v3/replies', query: { status, ...scopeOf(search) } };
  return { path: '/v3/reply-proposals', query: { status: 'open', ...scopeOf(search) } };
}
