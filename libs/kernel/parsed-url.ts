/**
 * The address as a URL, null where it is none. Not `URL.canParse`: of Node 20 it refuses every address with a letter such as ü
 * once it was called often enough to be compiled (it hands Latin-1 to a reader of UTF-8).
 */
export function parsedUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
