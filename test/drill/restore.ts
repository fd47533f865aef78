/** The restore of the drill: `npm run drill:restore`, and its figures. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ROOT } from '../monitoring/promtool';

interface Restored {
  readonly rpo_seconds: number;
  readonly rto_seconds: number;
  readonly lost_writes: number;
}

export interface RestoreFigures {
  readonly hasPassed: boolean;
  /** The restore to the minute before a mistake, and that of a lost machine; null if the drill did not reach its end. */
  readonly mistake: Restored | null;
  readonly machine: Restored | null;
}

export async function drillRestore(say: (line: string) => void): Promise<RestoreFigures> {
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts/drill-restore.mjs')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    for (const line of chunk.toString().trimEnd().split('\n')) say(`restore: ${line}`);
  });
  await once(child, 'close');
  const [, text = '{}'] = /^result: (.+)$/m.exec(output) ?? [];
  const { mistake = null, machine = null } = JSON.parse(text) as Partial<Pick<RestoreFigures, 'mistake' | 'machine'>>;
  return { hasPassed: child.exitCode === 0, mistake, machine };
}
