import { Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { refusalOf } from '../../api/problem';
import { probeAddress, type ProbeResult } from '../../api/queries/operator';
import { formatNumber, formatPlatformTime } from '../../lib/format';
import { missing, useForm } from '../../lib/use-form';
import { DialogActions } from '../../parts/dialog-actions';
import { Stars } from '../../parts/stars';
import { words } from '../../words/en';

/** Reads the first page of an address without storing it. */
export function ProbeDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const probe = useMutation({ mutationFn: probeAddress });
  const form = useForm({
    initial: { url: '' },
    check: ({ url }) => ({ url: missing(url, words.operatorSources.probeMissing) }),
    onSend: ({ url }) => {
      if (!probe.isPending) probe.mutate(url.trim());
    },
    refusal: refusalOf(probe.error),
    refusedAt: 'url',
  });
  return (
    <Modal opened={isOpen} onClose={onClose} size={560} title={words.operatorSources.probe}>
      <form noValidate onSubmit={form.submit} className="dialog-form">
        <p className="sub">{words.operatorSources.probeAbout}</p>
        <TextInput
          type="url"
          label={words.operatorSources.probeAddress}
          maxLength={2_048}
          data-autofocus
          {...form.text('url')}
        />
        <DialogActions
          cancel={words.operatorSources.cancel}
          onCancel={onClose}
          action={words.operatorSources.probeRun}
          isPending={probe.isPending}
        />
      </form>
      <div role="status">{probe.data && <Result result={probe.data} />}</div>
    </Modal>
  );
}

function Result({ result }: { readonly result: ProbeResult }) {
  if (result.error !== null) return <p className="refused">{words.operatorSources.probeFailed(result.error)}</p>;
  return (
    <div className="probe-result">
      <p>
        {result.name !== null && (
          <b>
            <bdi>{result.name}</bdi>{' '}
          </b>
        )}
        {words.operatorSources.probeResult(
          result.source_name ?? '',
          result.reviews_on_first_page,
          result.platform_review_count,
        )}
      </p>
      <ol>
        {result.reviews.map((review, index) => (
          <li key={review.external_review_id ?? index}>
            <Stars rating={review.rating} /> <bdi>{review.author ?? words.operatorSources.noAuthor}</bdi>{' '}
            <span className="muted small">{review.review_date && formatPlatformTime(review.review_date)}</span>
            <p dir="auto" className={review.text === null ? 'muted' : undefined}>
              {review.text ?? words.operatorSources.noText}
            </p>
          </li>
        ))}
      </ol>
      <p className="muted small num">
        {words.operatorSources.probeCost(formatNumber(result.duration_ms), result.requests)}
      </p>
    </div>
  );
}
