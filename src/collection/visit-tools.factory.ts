import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { GuardedClient } from '@libs/egress';
import { BrowserHost, BrowserTools, HttpTools, Throttled, type PlatformSource, type VisitTools } from '@libs/sources';
import { SourcePaceStore } from './persistence/source-pace.store';
import { productVersion } from '@libs/config';

/** Puts the tools of a visit together: the guarded ways out, and the politeness of the source before each request. */
@Injectable()
export class VisitToolsFactory implements OnModuleDestroy {
}
