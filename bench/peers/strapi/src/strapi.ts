/** The exports of Strapi that this application uses. */
import { requirePeer } from '../../installed';

export interface StrapiServer {
  start(): Promise<unknown>;
  db: {
    query(model: string): {
      findOne(query: object): Promise<{ readonly id: number } | null>;
      create(query: object): Promise<unknown>;
    };
  };
  server: { routes(routes: readonly object[]): unknown };
}

type Factory = (contentType: string) => object;

interface Strapi {
  createStrapi(options: object): StrapiServer;
  readonly factories: {
    readonly createCoreController: Factory;
    readonly createCoreRouter: Factory;
    readonly createCoreService: Factory;
  };
}

export const REVIEW = 'api::review.review';

export const { createStrapi, factories } = requirePeer('strapi', '@strapi/strapi') as Strapi;
