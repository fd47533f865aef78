import { Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { refusalOf } from '../../api/problem';
import { probeAddress, type ProbeResult } from '../../api/queries/operator';
import { formatNumber, formatPlatformTime } from '../../lib/format';
import { missing, useForm } from '../../lib/use-form';
import { DialogActions } from '../../parts/dialog-actions';
import { Stars } from '../../parts/stars';
import { operatorSourcesWords } from '../../words/en/operator-sources';

/** Reads the first page of an address without storing it. */
export function ProbeDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const probe = useMutation({ mutationFn: probeAddress });
  const form = useForm({
    initial: { url: '' },
    check: ({ url }) => ({ url: missing(url, operatorSourcesWords.probeMissing) }),
    onSend: ({ url }) => {
      if (!probe.isPending) probe.mutate(url.trim());
    },
    refusal: refusalOf(probe.error),
    refusedAt: 'url',
  });
  return (
    <Modal opened={isOpen} onClose={onClose} size={560} title={operatorSourcesWords.probe}>
      <form noValidate onSubmit={form.submit} className="dialog-form">
        <p className="sub">{operatorSourcesWords.probeAbout}</p>
        <TextInput
          type="url"
          label={operatorSourcesWords.probeAddress}
          maxLength={2_048}
          data-autofocus
          {...form.text('url')}
        />
        <DialogActions
          cancel={operatorSourcesWords.cancel}
          onCancel={onClose}
          action={operatorSourcesWords.probeRun}
          isPending={probe.isPending}
        />
      </form>
      <div role="status">{probe.data && <Result result={probe.data} />}</div>
    </Modal>
  );
}

function Result({ result }: { readonly result: ProbeResult }) {
  if (result.error !== null) return <p className="refused">{operatorSourcesWords.probeFailed(result.error)}</p>;
  return (
    <div className="probe-result">
      <p>
        {result.name !== null && (
          <b>
            <bdi>{result.name}</bdi>{' '}
          </b>
        )}
        {operatorSourcesWords.probeResult(
          result.source_name ?? '',
          result.reviews_on_first_page,
          result.platform_review_count,
        )}
      </p>
      <ol>
        {result.reviews.map((review, index) => (
          <li key={review.external_review_id ?? index}>
            <Stars rating={review.rating} /> <bdi>{review.author ?? operatorSourcesWords.noAuthor}</bdi>{' '}
            <span className="muted small">{review.review_date && formatPlatformTime(review.review_date)}</span>
            <p dir="auto" className={review.text === null ? 'muted' : undefined}>
              {review.text ?? operatorSourcesWords.noText}
            </p>
          </li>
        ))}
      </ol>
      <p className="muted small num">
        {operatorSourcesWords.probeCost(formatNumber(result.duration_ms), result.requests)}
      </p>
    </div>
  );
}
