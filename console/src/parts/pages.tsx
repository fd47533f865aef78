import { Button } from '@mantine/core';
import { tableWords } from '../words/en/table';
import './pages.css';

interface PlaceProps {
  readonly offset: number;
  readonly limit: number;
  /** Called with the offset of another page. */
  readonly onPage: (offset: number) => void;
}

/** The place in a list of several pages, and its other pages. Nothing where one page has all rows. */
export function Pages({ total, ...place }: PlaceProps & { readonly total: number }) {
  const { offset, limit } = place;
  return (
    <Turning
      {...place}
      range={tableWords.range(Math.min(offset + 1, total), Math.min(offset + limit, total), total)}
      hasNext={offset + limit < total}
      labels={[tableWords.previous, tableWords.next]}
    />
  );
}

interface NewerOlderProps extends PlaceProps {
  /** Which rows the page has, as a text. */
  readonly range: string;
  readonly hasOlder: boolean;
}

/** As `Pages` for a list in the order of time, whose total may be unknown. */
export function NewerOlder({ hasOlder, ...place }: NewerOlderProps) {
  return <Turning {...place} hasNext={hasOlder} labels={[tableWords.newer, tableWords.older]} />;
}

interface TurningProps extends PlaceProps {
  readonly range: string;
  readonly hasNext: boolean;
  readonly labels: readonly [previous: string, next: string];
}

function Turning({ offset, limit, range, hasNext, labels: [previous, next], onPage }: TurningProps) {
  if (offset === 0 && !hasNext) return null;
  return (
    <div className="pages">
      <span className="small sub num">{range}</span>
      <Button disabled={offset === 0} onClick={() => onPage(Math.max(0, offset - limit))}>
        {previous}
      </Button>
      <Button disabled={!hasNext} onClick={() => onPage(offset + limit)}>
        {next}
      </Button>
    </div>
  );
}
