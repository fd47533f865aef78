/** The texts of an alarm about a missing field, for the mail to the operators. */
export interface AlarmFigures {
  readonly sourceName: string;
  readonly field: string;
  readonly share: number;
  readonly usual: number;
  readonly reviews: number;
  readonly links: number;
  readonly accounts: number;
}

/** The counted field that is the review itself (`COUNTED_FIELDS`). */
const WHOLE_REVIEW = 'review';

/** A share as a percentage with one decimal. */
export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

export function alarmMail(figures: AlarmFigures): { readonly subject: string; readonly body: string } {
  const { sourceName, field, share, usual, reviews, links, accounts } = figures;
  const [now, before] = [percent(1 - share), `usually ${percent(1 - usual)}`];
  if (field === WHOLE_REVIEW)
    return {
      subject: `${sourceName}: reviews cannot be read`,
      body: [
        `${now} of the reviews that pages of ${sourceName} show could not be read (${before}).`,
        `Shown: ${reviews} reviews of ${links} links of ${accounts} ${accounts === 1 ? 'account' : 'accounts'}.`,
        '',
        'The platform has probably changed its pages or its API. No review of these links is marked as deleted while this continues.',
      ].join('\n'),
    };
  return {
    subject: `${sourceName}: reviews arrive without ${field}`,
    body: [
      `The field "${field}" is missing in ${now} of the reviews that were read from ${sourceName} (${before}).`,
      `Read: ${reviews} reviews of ${links} links of ${accounts} ${accounts === 1 ? 'account' : 'accounts'}.`,
      '',
      'The platform has probably changed its pages or its API. Stored texts may be replaced by empty ones while this continues:',
      'pause the source in the operator area of the console until it is understood.',
    ].join('\n'),
  };
}

export function recoveryMail(figures: AlarmFigures): { readonly subject: string; readonly body: string } {
  const { sourceName, field, share } = figures;
  if (field === WHOLE_REVIEW)
    return {
      subject: `${sourceName}: reviews can be read again`,
      body: `${percent(share)} of the reviews that pages of ${sourceName} show were read again. The alarm has ended.`,
    };
  return {
    subject: `${sourceName}: reviews have ${field} again`,
    body: `${percent(share)} of the reviews that were read from ${sourceName} have the field "${field}" again. The alarm has ended.`,
  };
}
