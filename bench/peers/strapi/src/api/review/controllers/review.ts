import { factories, REVIEW } from '../../../strapi';

export = factories.createCoreController(REVIEW);
