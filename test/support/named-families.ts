/** The families of metrics that a text names: a page of the documentation, a rule of alerts, an expression of a dashboard. */

/** `hrev_` also begins API keys in examples; those are one word without an underscore. */
const NAMES =
  /\b(?:hrev_[a-z0-9]+_[a-z0-9_]+|hrev_browsers|hrev_processes|hrev_ready|nodejs_[a-z0-9_]+|process_[a-z0-9_]+)\b/g;

/** The names in the text, sorted. The series of a histogram (`…_bucket`, `…_sum`, `…_count`) name its family. */
export function familiesNamedIn(text: string, histograms: ReadonlySet<string>): readonly string[] {
  const familyOf = (name: string): string => {
    const family = name.replace(/_(?:bucket|sum|count)$/, '');
    return histograms.has(family) ? family : name;
  };
  return [...new Set([...text.matchAll(NAMES)].map(([name]) => familyOf(name)))].sort();
}
