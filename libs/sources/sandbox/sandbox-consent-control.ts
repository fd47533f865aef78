/** The part of the sandbox's control interface for sign-ins (sandbox-control.ts). */
import { z } from 'zod';
import { jsonResponse } from './sandbox-behaviour';
import { SANDBOX_INTERFACES, type SandboxConsents } from './sandbox-consents';
import type { SandboxResponse } from './sandbox-review';

const interfaceShape = z.strictObject({ interface: z.enum(SANDBOX_INTERFACES) });

/** The response to a control request; null for an unknown request. Throws for invalid input. */
export function respondToConsents(
  consents: SandboxConsents,
  { method, kind, body }: { readonly method: string; readonly kind: string; readonly body: string },
): SandboxResponse | null {
  switch (`${method} ${kind}`) {
    case 'POST interface':
      consents.interface = interfaceShape.parse(JSON.parse(body)).interface;
      return jsonResponse({ interface: consents.interface });
    case 'POST revoke':
      consents.revokeAll();
      return { status: 204, body: '' };
    default:
      return null;
  }
}
