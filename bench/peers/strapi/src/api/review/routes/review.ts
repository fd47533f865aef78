import { factories, REVIEW } from '../../../strapi';

export = factories.createCoreRouter(REVIEW);
