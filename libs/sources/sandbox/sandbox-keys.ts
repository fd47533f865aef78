/** Keys of sandbox platforms that clients send with every request, instead of exchanging them for a token. */
import type { SandboxReplies } from './sandbox-replies';

/** Whether a key is accepted: access is not revoked, and the key is neither empty nor begins with "wrong". */
export function acceptsKey(key: string | null | undefined, { access }: Pick<SandboxReplies, 'access'>): boolean {
  return access !== 'revoked' && Boolean(key) && !/^wrong/.test(key ?? '');
}
