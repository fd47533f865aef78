import { Global, Module } from '@nestjs/common';
import { NoticeReaders } from '@src/notices';
import { MembersAsReaders } from './notice-readers.adapter';
import { MemberStore } from './persistence/member.store';

/** The members of accounts as recipients of notices, for every process. Global, so that `NoticesService` can inject them. */
@Global()
@Module({
  providers: [MemberStore, { provide: NoticeReaders, useClass: MembersAsReaders }],
  exports: [MemberStore, NoticeReaders],
})
export class NoticeReadersModule {}
