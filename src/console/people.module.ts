import { Module } from '@nestjs/common';
import { AuditModule, AuditReadingModule } from '@src/audit';
import { NoticesModule } from '@src/notices';
import { AccountAudit } from './audit/account-audit.service';
import { AccountAuditController } from './audit/http/audit.controller';
import { MembersController } from './members/http/members.controller';
import { InvitationsService } from './members/invitations.service';
import { MembersService } from './members/members.service';
import { InvitationStore } from './members/persistence/invitation.store';
import { NoticeReadersModule } from './members/readers.module';
import { NoticesController } from './notices/http/notices.controller';
import { PersonsModule } from './persons.module';

/** Members, invitations, notices and the audit trail of accounts, as persons manage and read them. */
@Module({
  imports: [AuditModule, AuditReadingModule, NoticeReadersModule, NoticesModule, PersonsModule],
  controllers: [MembersController, NoticesController, AccountAuditController],
  providers: [AccountAudit, InvitationsService, InvitationStore, MembersService],
})
export class PeopleModule {}
