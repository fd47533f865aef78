import { Module } from '@nestjs/common';
import { AuditController } from './http/audit.controller';
import { AuditQuery } from './persistence/audit.query';

@Module({ controllers: [AuditController], providers: [AuditQuery] })
export class AuditReadingModule {}
