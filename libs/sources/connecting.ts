/**
 * The contract of connections. A connection is the access of an object to a platform: credentials of its owner, and the card (the
 * platform's entry of the business) that they open. Reviews are read through it, and replies published.
 *
 * Contract §4.5, §4.15.
 */
import type { PlatformConsent } from './consent';
import type { Credentials, PublishTools } from './publisher';

/** A required or optional field that a client provides to connect. */
export interface CredentialField {
  readonly name: string;
  /** Whether the value is secret; a stored secret is never returned. */
  readonly secret: boolean;
  readonly description: string;
  readonly required: boolean;
}

/** A required field of a secret, unless `other` says otherwise. */
export const credentialField = (
  name: string,
  description: string,
  other: Partial<Pick<CredentialField, 'secret' | 'required'>> = {},
): CredentialField => ({ name, secret: true, required: true, description, ...other });

/** One of several sets of fields, any of which opens a connection. */
export interface CredentialSet {
  /** What the values are, as the name of a choice. */
  readonly title: string;
  /** The fields that must all be filled. */
  readonly required: readonly string[];
  /** Further fields that only this set uses. */
  readonly optional?: readonly string[];
}

/** An object's access to a platform, for the visits of owner roads. */
export interface SourceConnection {
  readonly credentials: Credentials;
  /** The platform's id of the object, as returned by `check`. */
  readonly card: string;
  /** Stores refreshed tokens: merges `changed` into the stored credentials. */
  saveCredentials(changed: Credentials): Promise<void>;
}

/** How objects are connected to a source. */
export interface SourceConnecting {
  /** The only hosts of the requests of `check` and of the publisher; each includes its subdomains. */
  readonly hosts: readonly string[];
  readonly credentialFields: readonly CredentialField[];
  /** Sets of fields of which one must be filled; absent: the required fields suffice. A field in no set belongs to all of them. */
  readonly alternatives?: readonly CredentialSet[];
  /** How a person connects with the platform's own sign-in, without typing credentials. */
  readonly consent?: PlatformConsent;
  /** Whether replies can be published through a connection with this card; absent: through all, if the source has a publisher. */
  readonly canReply?: (card: string) => boolean;
  /**
   * Verifies the credentials and their access to the card; returns the card's id and name. Only reads. Throws a `PublishError`;
   * `AccessRevoked` and `CardNotYours` refuse the connection.
   */
  check(objectUrl: string, tools: PublishTools): Promise<{ readonly card: string; readonly name: string | null }>;
}
