import { ApiSchema } from '@nestjs/swagger';
import { BodyBoolean, BodyList, BodyName } from '@libs/http';
import { LinkAddress } from '../payloads/link-payload';

const NAME = { description: 'Name of the object.', min: 1, max: 200, example: 'Hotel Example' };

/** Request bodies of both versions (contract §4.6). */
@ApiSchema({ description: 'An object to create, with the pages to collect from.' })
export class CreateObjectBody {
  @BodyName(NAME)
  readonly name!: string;

  @BodyList(() => LinkAddress, {
    description: 'Pages of the object, at most one per platform.',
    max: 50,
    optional: true,
  })
  readonly links?: readonly LinkAddress[];
}

@ApiSchema({ description: 'The new name of an object.' })
export class RenameObjectBody {
  @BodyName(NAME)
  readonly name!: string;
}

export abstract class SwitchBody {
  @BodyBoolean({ description: 'Whether to enable or to disable the objects.' })
  readonly is_active!: boolean;
}

/** The field with the objects to switch. */
export const SWITCH_IDS = {
  description: 'Objects to switch, all or none. Repeated ids are no error.',
  min: 1,
  max: 1000,
  example: [1, 2],
};
