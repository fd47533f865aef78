import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { OwnHeadersService } from './own-headers.service';
import { OwnHeaderStore } from './persistence/own-header.store';
import { SigningSecretStore } from './persistence/signing-secret.store';
import { SigningSecretService } from './signing-secret.service';
import { WebhookSender } from './webhook-sender';

/** The signing secret, the own headers and the sender. */
@Module({
  imports: [AuditModule],
  providers: [OwnHeadersService, OwnHeaderStore, SigningSecretService, SigningSecretStore, WebhookSender],
  exports: [OwnHeadersService, SigningSecretService, WebhookSender],
})
export class SigningModule {}
