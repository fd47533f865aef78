/**
 * Webhooks: what accounts want to be told of, and the secret that signs it. Whoever has something to tell writes an event
 * to the outbox; nobody calls in here but the roots. Contract §2.7, §4.11, §6, §6.5.
 */
export { SEALED_SIGNING_SECRETS, SigningSecretService } from './signing-secret.service';
export { WebhooksModule } from './webhooks.module';
export { WEBHOOKS_ENTITIES } from './persistence/entities';
