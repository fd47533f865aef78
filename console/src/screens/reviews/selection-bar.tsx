import { Button } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { reviewsWords } from '../../words/en/reviews';
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
        {reviewsWords.selection.count(selection.ids.length)}
      </b>
      <Button
        leftSection={<IconEyeOff size={16} stroke={1.75} aria-hidden />}
        onClick={() => {
          hide(selection.reviews);
          selection.clear();
        }}
      >
        {reviewsWords.selection.hide}
      </Button>
      <Button variant="subtle" onClick={selection.clear}>
        {reviewsWords.selection.clear}
      </Button>
      {selection.isFull && <span className="small sub">{reviewsWords.selection.most}</span>}
    </div>
  );
}
