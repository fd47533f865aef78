import { ApiExtension } from '@nestjs/swagger';

/** What a route of the console's own API needs of a session, as plain data for its OpenAPI document. */
export interface DocumentedSession {
  /** Where a request names its account; null for routes that belong to a person. */
  readonly accountIn: 'header' | 'query' | null;
  /** The least role in the account; null for routes that belong to a person. */
  readonly leastRole: 'viewer' | 'member' | 'owner' | null;
  /** The steps of a sign-in at which the session may be; `full` after the last one. */
  readonly stages: readonly string[];
  readonly needsProof: boolean;
  readonly evenWhenSuspended: boolean;
}

/** Extension with the needs in the generated OpenAPI document; `completeDocument` removes it. */
export const SESSION_EXTENSION = 'x-hrev-session';

/** Documents that a route needs a session. The guard of the route enforces it. */
export const DocumentSession = (needs: DocumentedSession): MethodDecorator => ApiExtension(SESSION_EXTENSION, needs);
