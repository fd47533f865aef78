/**
 * The address as a URL, or null. `URL.canParse` of Node 20 refuses addresses with letters such as ü once it is optimized (it passes
 * Latin-1 to a reader of UTF-8).
 */
export function parsedUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
