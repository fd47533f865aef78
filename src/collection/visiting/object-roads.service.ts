import { Injectable } from '@nestjs/common';
import {
  ownerRoadFor,
  readByOf,
  Unavailable,
  type OwnerRoad,
  type PlatformSource,
  type PublicRoad,
  type Visit,
  type VisitTools,
} from '@libs/sources';
import { ConnectionsService } from '@src/connections';
import type { PassRoad } from '../outcomes';
import type { VisitTarget } from './visit-tools.factory';

/** The road on which an object is read. Visits on the public road can be shared with links of other accounts. */
export interface ObjectRoad extends PassRoad {
  /** The road of the pages that form the list, and the road of the pages beside it (`SnapshotPage.isAside`). */
  readonly listRoad: string;
  readonly asideRoad: string;
  begin(canonicalUrl: string, tools: VisitTools): Visit;
}

/** Where people and programs connect an object. */
const WHERE = 'in the console under Connections or with POST /v3/connections';

/** Chooses the road of an object: its connection opens an owner road; otherwise the public road is used. */
@Injectable()
export class ObjectRoadsService {
  constructor(private readonly connections: ConnectionsService) {}

  /**
   * Throws `Unavailable` if the source is read through connections only, and the object has none or the platform has revoked it.
   */
  async choose(source: PlatformSource, target: VisitTarget): Promise<ObjectRoad> {
    const connection = source.ownerRoads === undefined ? null : await this.connections.open(target);
    const owner = connection && ownerRoadFor(source, connection.card);
    if (connection && owner) return ownerRoad(source, owner, connection);
    if (source.publicRoad !== undefined) return publicRoad(source.publicRoad);
    const { displayName } = source.facts;
    if ((await this.connections.status(target)) !== 'none')
      throw new Unavailable(
        'credentials_rejected',
        `${displayName} no longer accepts the connection of this object: connect it again, ${WHERE}`,
      );
    throw new Unavailable(
      'credentials_missing',
      `${displayName} shows its reviews through a connection only: connect the object, ${WHERE}`,
    );
  }

  /** The objects of these links of the source that have a connection, and may be read by another road than the public one. */
  async connected(source: PlatformSource, links: readonly VisitTarget[]): Promise<ReadonlySet<number>> {
    return source.ownerRoads === undefined ? new Set() : this.connections.connected(links);
  }
}

function publicRoad(road: PublicRoad): ObjectRoad {
  return {
    road,
    isPublic: true,
    readBy: readByOf(road),
    listRoad: road.name,
    asideRoad: road.name,
    begin: (url, tools) => road.visit(url, tools),
  };
}

function ownerRoad(
  source: PlatformSource,
  road: OwnerRoad,
  connection: Parameters<OwnerRoad['visit']>[1]['connection'],
): ObjectRoad {
  return {
    road,
    isPublic: false,
    readBy: readByOf(road),
    listRoad: road.readsPublicList && source.publicRoad !== undefined ? source.publicRoad.name : road.name,
    asideRoad: road.name,
    begin: (url, tools) => road.visit(url, { ...tools, connection }),
  };
}
