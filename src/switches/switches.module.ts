import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { SwitchStore } from './persistence/switch.store';
import { SwitchesService } from './switches.service';

@Module({ imports: [AuditModule], providers: [SwitchesService, SwitchStore], exports: [SwitchesService, SwitchStore] })
export class SwitchesModule {}
