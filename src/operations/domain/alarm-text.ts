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

/** A share as a percentage with one decimal. */
export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

export function alarmMail(figures: AlarmFigures): { readonly subject: string; readonly body: string } {
  const { sourceName, field, share, usual, reviews, links, accounts } = figures;
  return {
    subject: `${sourceName}: reviews arrive without ${field}`,
    body: [
      `The field "${field}" is missing in ${percent(1 - share)} of the reviews that were read from ${sourceName} (usually ${percent(1 - usual)}).`,
      `Read: ${reviews} reviews of ${links} links of ${accounts} ${accounts === 1 ? 'account' : 'accounts'}.`,
      '',
      'The platform has probably changed its pages or its API. Stored texts may be replaced by empty ones while this continues:',
      'pause the source in the operator area of the console until it is understood.',
    ].join('\n'),
  };
}

export function recoveryMail(figures: AlarmFigures): { readonly subject: string; readonly body: string } {
  const { sourceName, field, share } = figures;
  return {
    subject: `${sourceName}: reviews have ${field} again`,
    body: `${percent(share)} of the reviews that were read from ${sourceName} have the field "${field}" again. The alarm has ended.`,
  };
}
