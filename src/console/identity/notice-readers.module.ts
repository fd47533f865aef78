import { Global, Module } from '@nestjs/common';
import { NoticeReaders } from '@src/notices';
import { MemberStore } from './persistence/member.store';

/** The members of accounts as recipients of notices. Global, so that `NoticesService` can inject them. */
@Global()
@Module({ providers: [{ provide: NoticeReaders, useClass: MemberStore }], exports: [NoticeReaders] })
export class NoticeReadersModule {}
