const ELLIPSIS = '…';
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Latin and Cyrillic letters, digits and signs, each of which is a character for readers. To divide a text takes much longer. */
const SINGLE = /^[\n -~\u00a0-\u024f\u0400-\u0482\u048a-\u052f]*$/;

/** A text of at most `most` characters as readers count them; a longer one ends with `…`, at a space if one is near. */
export function cutText(text: string, most: number): string {
  // No text of fewer code units has more characters.
  if (text.length <= most) return text;
  // With the one after the cut: it could belong to the last one.
  if (SINGLE.test(text.slice(0, most + 1))) return atSpace(text.slice(0, most)) + ELLIPSIS;
  let end = 0;
  let count = 0;
  for (const { index, segment } of segmenter.segment(text)) {
    count += 1;
    if (count > most) return atSpace(text.slice(0, end)) + ELLIPSIS;
    end = index + segment.length;
  }
  return text;
}

function atSpace(text: string): string {
  const space = text.lastIndexOf(' ');
  return (space > text.length * 0.8 ? text.slice(0, space) : text).trimEnd();
}
