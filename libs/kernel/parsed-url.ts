/**
 * Parses an address; null if it is invalid. `URL.canParse` is not used: once V8 has optimized it, Node 20 refuses addresses with
 * letters such as ü, because it passes Latin-1 to a UTF-8 decoder.
 */
export function parsedUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
