import { ApiSchema } from '@nestjs/swagger';
import { BodyMailAddress, BodyName } from '@libs/http';

@ApiSchema({ description: 'Fields of the account to change; an absent field stays as it is.' })
export class AccountBody {
  @BodyName({ description: 'New name.', min: 1, max: 200, optional: true, example: 'Harbor Hotels' })
  readonly name?: string;

  @BodyMailAddress({
    description: 'Address that notices are mailed to; null: they are mailed to members only.',
    optional: true,
    nullable: true,
    example: 'owner@example.com',
  })
  readonly email?: string | null;
}

@ApiSchema({ description: 'The confirmation that closes an account.' })
export class ClosingBody {
  @BodyName({ description: 'The name of the account.', min: 1, max: 200, example: 'Harbor Hotels' })
  readonly name!: string;
}
