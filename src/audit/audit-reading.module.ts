import { Module } from '@nestjs/common';
import { AuditController } from './http/audit.controller';
import { AccountAuditQuery } from './persistence/account-audit.query';
import { AuditQuery } from './persistence/audit.query';

@Module({ controllers: [AuditController], providers: [AccountAuditQuery, AuditQuery], exports: [AccountAuditQuery] })
export class AuditReadingModule {}
