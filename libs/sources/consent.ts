/**
 * The contract of consents. On a platform with OAuth 2.0, a person agrees on the platform's own page that the service uses the
 * person's account. The platform returns a code, which is exchanged for a lasting token. One consent serves all cards (the platform's
 * entries of businesses) that the account manages.
 *
 * Contract §4.15.
 */
import type { Credentials, PublishTools } from './publisher';

/** A card that the account of a consent manages. */
export interface ConsentCard {
  /** The platform's id of the card, as `check` returns it. */
  readonly card: string;
  readonly name: string;
  /** One line; null if the platform has none. */
  readonly address: string | null;
  /** The canonical address of the card's page; null if the platform shows no page. */
  readonly pageUrl: string | null;
}

/** The part of an authorization server that consents need (RFC 6749, RFC 7636). */
export interface AuthorizationServer {
  /** The name under which the server returns persons, where it sends one (RFC 9207). */
  readonly issuer: string;
  readonly authorizeUrl: string;
  /** One of the hosts of the publisher. */
  readonly tokenUrl: string;
  /** The only scope that is requested. */
  readonly scope: string;
  /** Further parameters of the platform's page. */
  readonly parameters: Readonly<Record<string, string>>;
}

export interface PlatformConsent extends AuthorizationServer {
  /** What the operator's test calls the platform's API. */
  readonly interfaceName: string;
  /**
   * The cards that the account manages, page by page, each card once. Returns whether the list is complete. Throws `ApiClosed` if the
   * platform has not opened its API for the client's project.
   */
  cards(tools: PublishTools): AsyncGenerator<readonly ConsentCard[], boolean, void>;
  /** The credentials with which `check` judges this card only. */
  forCard(card: string): Credentials;
  /** Sends one read request. Throws `ApiClosed`, or the error of the request. */
  probe(tools: PublishTools): Promise<void>;
}
