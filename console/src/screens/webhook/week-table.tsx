import { useId } from 'react';
import type { Schemas } from '../../api/client';
import { formatNumber } from '../../lib/format';
import { webhookWords } from '../../words/en/webhook';

export type Week = Schemas['WebhookPreviewWeek'];

type WeekTableProps = Pick<Schemas['WebhookPreview'], 'matched' | 'of' | 'week'> & {
  /** Only reviews with a reply were judged. */
  readonly isOfReplies: boolean;
};

const { form } = webhookWords;

/** The reviews of the last week that a webhook would have received, and those that it leaves out, by rating. */
export function WeekTable({ matched, of, week, isOfReplies }: WeekTableProps) {
  const titleId = useId();
  const sumOf = (count: 'sent' | 'left_out'): number => week.ratings.reduce((sum, row) => sum + row[count], 0);
  const [sent, leftOut] = [sumOf('sent'), sumOf('left_out')];
  if (sent + leftOut === 0)
    return (
      <p className="sub">
        {of > 0 && form.weekEmpty} {form.newest(matched, of)}
      </p>
    );
  return (
    <>
      <h2 id={titleId}>{isOfReplies ? form.weekOfReplies : form.week}</h2>
      <table className="week-table" aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col">{form.weekRating}</th>
            <th scope="col">{form.weekSent}</th>
            <th scope="col">{form.weekLeftOut}</th>
          </tr>
        </thead>
        <tbody>
          {week.ratings.map((row) => (
            <WeekRow key={row.rating} name={form.rating(row.rating)} sent={row.sent} leftOut={row.left_out} />
          ))}
        </tbody>
        <tfoot>
          <WeekRow name={form.weekAll} sent={sent} leftOut={leftOut} />
        </tfoot>
      </table>
      {week.truncated && <p className="sub small">{form.weekTruncated}</p>}
    </>
  );
}

function WeekRow({ name, sent, leftOut }: { readonly name: string; readonly sent: number; readonly leftOut: number }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{formatNumber(sent)}</td>
      <td className={leftOut > 0 ? 'warn-text' : undefined}>{formatNumber(leftOut)}</td>
    </tr>
  );
}
