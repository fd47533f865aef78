/** Copies the icons beside the compiled nodes and credentials. */
import { cpSync } from 'node:fs';

for (const folder of ['credentials', 'nodes/Hrev', 'nodes/HrevTrigger'])
  cpSync(`${folder}/hrev.svg`, `dist/${folder}/hrev.svg`);
