import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { SigningSecretStore } from './persistence/signing-secret.store';
import { WebhookSender } from './sender/webhook-sender';
import { SigningSecretService } from './signing-secret.service';

/** The signing secret and the sender. */
@Module({
  imports: [AuditModule],
  providers: [SigningSecretService, SigningSecretStore, WebhookSender],
  exports: [SigningSecretService, WebhookSender],
})
export class SigningModule {}
