import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, invalid, NO_VERSION } from '@libs/http';
import { AttentionService } from '../attention/attention.service';
import { selectionOfScope } from '../attention/domain/attention';
import { AttentionParameters, AttentionShown, presentAttention } from './attention.dto';
import { CurrentMember, Member, type Membership } from './member.guard';

/** What waits for a person in an account, a folder or an object. */
@ApiTags('Overview')
@Controller({ path: 'console/api', version: NO_VERSION })
export class AttentionController {
  constructor(private readonly attention: AttentionService) {}

  @Get('attention')
  @Member({ leastRole: 'viewer' })
  @Endpoint({
    summary: 'What waits for a person, and the state of the collection',
    description: 'For the whole account, or the folder or object of `scope`.',
    response: AttentionShown,
    access: 'public',
    errors: ['not_found', 'folder_not_found'],
  })
  async read(@CurrentMember() member: Membership, @Query() query: AttentionParameters): Promise<AttentionShown> {
    const selection = selectionOfScope(query.scope);
    if (selection === null) throw invalid('scope', 'must be object:ID or folder:ID');
    return presentAttention(await this.attention.read(member.caller, selection));
  }
}
