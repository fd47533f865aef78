import { Button } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { words } from '../../words/en';
import { useHiding } from './use-hiding';
import type { Selection } from './use-selection';

const accountRoute = getRouteApi('/a/$accountId');

/** What is done with the selected reviews together. */
export function SelectionBar({ selection }: { readonly selection: Selection }) {
  const { account } = accountRoute.useRouteContext();
  const { hide, problem } = useHiding(account.id);
  if (selection.ids.length === 0)
    return problem === null ? null : (
      <p className="refusal" role="alert">
        {problem}
      </p>
    );
  return (
    <div className="review-selection">
      <b className="num" role="status">
        {words.reviews.selection.count(selection.ids.length)}
      </b>
      <Button
        leftSection={<IconEyeOff size={16} stroke={1.75} aria-hidden />}
        onClick={() => {
          hide(selection.reviews);
          selection.clear();
        }}
      >
        {words.reviews.selection.hide}
      </Button>
      <Button variant="subtle" onClick={selection.clear}>
        {words.reviews.selection.clear}
      </Button>
      {selection.isFull && <span className="small sub">{words.reviews.selection.most}</span>}
    </div>
  );
}
