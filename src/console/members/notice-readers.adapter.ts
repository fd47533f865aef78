import { Injectable } from '@nestjs/common';
import { NoticeReaders, type NoticeReader } from '@src/notices';
import { MemberStore } from './persistence/member.store';

/** The members of accounts, for the recipients of notices. */
@Injectable()
export class MembersAsReaders extends NoticeReaders {
  constructor(private readonly members: MemberStore) {
    super();
  }

  override async membersOf(accountId: number): Promise<readonly NoticeReader[]> {
    return this.members.list(accountId);
  }
}
