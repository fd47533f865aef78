/** Messages of clients to whoever runs the service (specification §4.12; decisions §9). */
export type { SupportMessage } from './persistence/support-message.store';
export { SupportModule } from './support.module';
export { SupportService } from './support.service';
