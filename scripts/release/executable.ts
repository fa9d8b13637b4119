/** Returns the system that a program was made for, from its first bytes. */

/** Names of processors in the header of an ELF file, `e_machine`. Source: System V ABI, chapter 4. */
const ELF_MACHINES: Readonly<Record<number, string>> = { 62: 'x64', 183: 'arm64' };
/** Names of processors in the header of a 64-bit Mach-O file, `cputype`. Source: `mach/machine.h` of Darwin. */
const MACH_CPUS: Readonly<Record<number, string>> = { 16777223: 'x64', 16777228: 'arm64' };
const MACH_MAGIC = 0xfeedfacf;
/** Load command of a Mach-O file that says where its signature is. Source: `mach-o/loader.h`. */
const CODE_SIGNATURE = 0x1d;
const MACH_HEADER_SIZE = 32;

export interface Executable {
  readonly os: string;
  readonly cpu: string;
  /** Whether a Linux program is loaded by musl. */
  readonly isMusl: boolean;
  /** Whether a macOS program is signed: Apple's processors run no other. */
  readonly isSigned: boolean;
}

/** Reads the header of a program. Throws for a file that is none. */
export function readExecutable(bytes: Uint8Array<ArrayBuffer>): Executable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, to: number) => new TextDecoder('latin1').decode(bytes.subarray(from, to));
  if (text(0, 4) === '\x7fELF') {
    const interpreter = /\/lib[0-9]*\/ld-[\w.-]+/.exec(text(0, 4096))?.[0] ?? '';
    const cpu = ELF_MACHINES[view.getUint16(18, true)] ?? 'unknown';
    return { os: 'linux', cpu, isMusl: interpreter.includes('musl'), isSigned: false };
  }
  if (view.getUint32(0, true) !== MACH_MAGIC) throw new Error('this is no program');
  const cpu = MACH_CPUS[view.getUint32(4, true)] ?? 'unknown';
  return { os: 'darwin', cpu, isMusl: false, isSigned: loadCommandsOf(view).includes(CODE_SIGNATURE) };
}

function loadCommandsOf(view: DataView): number[] {
  const commands: number[] = [];
  let position = MACH_HEADER_SIZE;
  for (let left = view.getUint32(16, true); left > 0; left -= 1) {
    commands.push(view.getUint32(position, true));
    position += view.getUint32(position + 4, true);
  }
  return commands;
}
