/**
 * Links: the pages of an object on the platforms, at most one a platform; which addresses become one and which are
 * refused; when they are due for collection. What a collection learns of a link is written by the collection.
 * Contract §2.2, §4.6, §7.2, §10.
 */
export { LINKS_DUE } from './links-due';
export { LinksModule } from './links.module';
export { LINKS_ENTITIES } from './persistence/entities';
