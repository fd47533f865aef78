import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const FILE = path.resolve(__dirname, '../../docker/seccomp-chromium.json');

/** Flags of clone and unshare that create namespaces (sched.h). */
const NEW = {
  mounts: 0x0002_0000,
  controlGroups: 0x0200_0000,
  hostNames: 0x0400_0000,
  ipc: 0x0800_0000,
  users: 0x1000_0000,
  processes: 0x2000_0000,
  network: 0x4000_0000,
} as const;

describe("docker/seccomp-chromium.json is Docker's allow-list plus the calls of Chromium's sandbox", () => {
  const rule = z.strictObject({
    comment: z.string(),
    names: z.array(z.string()),
    action: z.enum(['SCMP_ACT_ALLOW', 'SCMP_ACT_ERRNO']),
    errnoRet: z.int().optional(),
    args: z
      .tuple([
        z.strictObject({
          index: z.literal(0),
          value: z.int(),
          valueTwo: z.int().optional(),
          op: z.enum(['SCMP_CMP_EQ', 'SCMP_CMP_MASKED_EQ']),
        }),
      ])
      .optional(),
  });
  // No other field: Docker's own fields (`archMap`, `includes`) have no meaning in Kubernetes.
  const profile = z
    .strictObject({
      defaultAction: z.literal('SCMP_ACT_ERRNO'),
      defaultErrnoRet: z.literal(1),
      architectures: z.array(z.string()),
      syscalls: z.array(rule),
    })
    .parse(JSON.parse(readFileSync(FILE, 'utf8')));
  const rulesOf = (name: string): z.output<typeof rule>[] =>
    profile.syscalls.filter(({ names }) => names.includes(name));
  const allowed = profile.syscalls.filter(({ action }) => action === 'SCMP_ACT_ALLOW').flatMap(({ names }) => names);

  test('names each call once, unless the rules differ in its arguments', () => {
    const freely = profile.syscalls.filter(({ args }) => args === undefined).flatMap(({ names }) => names);
    expect(freely.filter((name, index) => freely.indexOf(name) !== index || rulesOf(name).length > 1)).toEqual([]);
  });

  test('allows the 64-bit calls of the two processors that images are built for; other calls end the process', () =>
    expect(profile.architectures).toEqual(['SCMP_ARCH_X86_64', 'SCMP_ARCH_AARCH64']));

  test.each(['clone', 'unshare'])('%s can create namespaces of users, processes and network only', (name) => {
    const [only, ...more] = rulesOf(name);
    expect(more).toEqual([]);
    expect(only?.args?.[0]).toMatchObject({ op: 'SCMP_CMP_MASKED_EQ', valueTwo: 0 });
    const refused = Object.entries(NEW).filter(([, flag]) => ((only?.args?.[0].value ?? 0) & flag) !== 0);
    expect(refused.map(([what]) => what)).toEqual(['mounts', 'controlGroups', 'hostNames', 'ipc']);
  });

  test('clone3 returns ENOSYS, because no filter can read its flags; programs then use clone', () =>
    expect(rulesOf('clone3')).toMatchObject([{ action: 'SCMP_ACT_ERRNO', errnoRet: 38 }]));

  test.each(['chroot', 'seccomp', 'capset', 'prctl'])('%s is allowed, for the sandbox', (name) =>
    expect(allowed).toContain(name),
  );

  test('sockets are local, IPv4, IPv6 or netlink', () =>
    expect(rulesOf('socket').map(({ args }) => args?.[0])).toEqual(
      [1, 2, 10, 16].map((value) => ({ index: 0, value, op: 'SCMP_CMP_EQ' })),
    ));

  test.each([
    ['mounts', ['mount', 'umount2', 'pivot_root', 'fsopen', 'fsmount', 'move_mount', 'open_tree', 'mount_setattr']],
    [
      'the kernel',
      ['bpf', 'init_module', 'finit_module', 'kexec_load', 'kexec_file_load', 'reboot', 'perf_event_open'],
    ],
    ['other processes', ['ptrace', 'process_vm_readv', 'process_vm_writev', 'pidfd_getfd', 'kcmp', 'setns']],
    ['keys, clocks, swap', ['keyctl', 'add_key', 'request_key', 'clock_settime', 'settimeofday', 'swapon', 'acct']],
    [
      'memory and input/output in ways that attacks use',
      ['userfaultfd', 'io_uring_setup', 'io_uring_enter', 'open_by_handle_at', 'iopl'],
    ],
  ])('allows no call that affects %s', (_, names) =>
    expect(names.filter((name) => allowed.includes(name))).toEqual([]),
  );
});
