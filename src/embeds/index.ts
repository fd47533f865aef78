/**
 * Embeds: public tokens with which web pages show reviews of an object or a folder (contract §4.23).
 *
 *   GET /v3/embed/{token}.json  →  limit of the address  →  the answer in memory, confirmed once a second and made once a minute
 *                               →  limit of the embed    →  the same bytes for everyone, with an ETag
 */
export { EmbedsModule } from './embeds.module';
export { EMBEDS_ENTITIES } from './persistence/entities';
