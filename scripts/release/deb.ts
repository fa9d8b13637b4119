/** Writes a Debian package: an ar archive of two tar archives, made without root. Source: deb(5). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzip, makeTar, type PackedFile } from './archive.ts';
import type { Extras } from './extras.ts';

/** Names of processors in Debian's words. */
export const DEBIAN_ARCHITECTURES = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' } as const;

const packaging = join(import.meta.dir, '../packaging');
const readPackaging = (name: string): string => readFileSync(join(packaging, name), 'utf8');
const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

export interface DebOptions {
  readonly version: string;
  readonly architecture: string;
  readonly date: Date;
  readonly program: Uint8Array<ArrayBuffer>;
  readonly extras: Extras;
  /** Name and address of who makes the package. */
  readonly maintainer: string;
}

/** Files of the package by their place in the system. */
function installedFiles({ program, extras, version }: DebOptions): PackedFile[] {
  const unit = readPackaging('footfall.service').replaceAll('@BINDIR@', '/usr/bin');
  const compressed = (text: string) => gzip(encode(text));
  return [
    { name: './usr/bin/footfall', bytes: program, mode: 0o755 },
    { name: './usr/lib/systemd/system/footfall.service', bytes: encode(unit) },
    { name: './usr/lib/sysusers.d/footfall.conf', bytes: encode(readPackaging('footfall.sysusers')) },
    { name: './usr/share/bash-completion/completions/footfall', bytes: encode(extras.completions.bash) },
    { name: './usr/share/doc/footfall/CHANGELOG.md.gz', bytes: compressed(extras.changelog) },
    { name: './usr/share/doc/footfall/copyright', bytes: encode(extras.notices) },
    { name: './usr/share/fish/vendor_completions.d/footfall.fish', bytes: encode(extras.completions.fish) },
    // No conffile: everybody edits it, and an upgrade would ask about each setting that a version adds.
    { name: './usr/share/footfall/footfall.env', bytes: encode(readPackaging('footfall.env')) },
    {
      name: './usr/share/lintian/overrides/footfall',
      bytes: encode(readPackaging('debian/lintian-overrides')),
    },
    { name: './usr/share/man/man1/footfall.1.gz', bytes: compressed(extras.manPage(version)) },
    { name: './usr/share/zsh/vendor-completions/_footfall', bytes: encode(extras.completions.zsh) },
  ];
}

function control({ version, architecture, maintainer }: DebOptions, files: readonly PackedFile[]): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes.byteLength, 0);
  return `Package: footfall
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: libc6 (>= 2.25), libgcc-s1, libstdc++6, init-system-helpers (>= 1.54~)
Recommends: systemd, ca-certificates
Section: web
Priority: optional
Description: web analytics that you host yourself
 Footfall counts visits of websites without cookies: one program, one data
 folder. It has a dashboard, an HTTP API and MCP, and watches sites for
 downtimes and broken links.
`;
}

const md5 = (bytes: Uint8Array): string => new Bun.CryptoHasher('md5').update(bytes).digest('hex');

/** Writes the package. */
export async function makeDeb(options: DebOptions): Promise<Uint8Array<ArrayBuffer>> {
  const files = installedFiles(options);
  const sums = files.map(({ name, bytes }) => `${md5(bytes)}  ${name.slice(2)}\n`);
  const scripts = ['postinst', 'prerm', 'postrm'].map(name => ({
    name: `./${name}`,
    bytes: encode(readPackaging(`debian/${name}`)),
    mode: 0o755,
  }));
  const controlFiles: PackedFile[] = [
    { name: './control', bytes: encode(control(options, files)) },
    { name: './md5sums', bytes: encode(sums.join('')) },
    ...scripts,
  ];
  const { date } = options;
  return makeAr(
    [
      { name: 'debian-binary', bytes: encode('2.0\n') },
      { name: 'control.tar.gz', bytes: gzip(await makeTar(controlFiles, { date, withFolders: true })) },
      { name: 'data.tar.gz', bytes: gzip(await makeTar(files, { date, withFolders: true })) },
    ],
    date,
  );
}

/** Writes an archive of ar: a header of 60 bytes before each file, which begins at an even position. */
function makeAr(files: readonly PackedFile[], date: Date): Uint8Array<ArrayBuffer> {
  const seconds = String(Math.floor(date.getTime() / 1000));
  const parts = files.flatMap(({ name, bytes }) => {
    const header = [
      name.padEnd(16),
      seconds.padEnd(12),
      '0'.padEnd(6),
      '0'.padEnd(6),
      '100644'.padEnd(8),
      String(bytes.byteLength).padEnd(10),
      '`\n',
    ];
    return [encode(header.join('')), bytes, encode(bytes.byteLength % 2 === 0 ? '' : '\n')];
  });
  return Bun.concatArrayBuffers([encode('!<arch>\n'), ...parts], Number.POSITIVE_INFINITY, true);
}
