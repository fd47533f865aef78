import { factories, REVIEW } from '../../../strapi';

export = factories.createCoreService(REVIEW);
