/** Messages of clients to the operator (contract §4.12). */
export type { SupportMessage } from './persistence/support-message.store';
export { SupportModule } from './support.module';
export { SupportService } from './support.service';
export { SUPPORT_ENTITIES } from './persistence/entities';
