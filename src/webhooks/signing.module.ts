import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { SigningSecretStore } from './persistence/signing-secret.store';
import { SigningSecretService } from './signing-secret.service';
import { WebhookSender } from './webhook-sender';

/** The signing secret and the sender. */
@Module({
  imports: [AuditModule],
  providers: [SigningSecretService, SigningSecretStore, WebhookSender],
  exports: [SigningSecretService, WebhookSender],
})
export class SigningModule {}
