/** Copies the icons beside the compiled nodes and credentials. */
import { cpSync } from 'node:fs';

for (const folder of ['credentials', 'nodes/Hrev', 'nodes/HrevTrigger'])
  for (const icon of ['hrev.svg', 'hrev.dark.svg']) cpSync(`${folder}/${icon}`, `dist/${folder}/${icon}`);
