const NUMERIC_HOST = /^(\d+(\.\d+){3}|\[.*\])$/;

/** Whether the browser can make passkeys for this address. An address without a name has none. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !NUMERIC_HOST.test(window.location.hostname);

/** Whether an error of the browser means that the person declined, or let the time pass. */
export const isDeclined = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
