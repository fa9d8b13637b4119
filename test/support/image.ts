/** The container image, built and run by Debian's buildah: no registry is asked, and nothing of this machine's engines is used. */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nativeFilesOf, targetOfThisBun } from '../../scripts/targets.ts';
import { canMount, type Finished, type RunningBinary, startServer } from './binary.ts';
import { root } from './source-tree.ts';

export const canRunImages = Bun.which('buildah') !== null && canMount;
if (!canRunImages) process.stderr.write('not run: the image (it takes buildah, and a user who may mount)\n');

/** As the image's file names it. */
const BASE = 'gcr.io/distroless/cc-debian12';
/** As the builders of images name processors. */
const architecture = process.arch === 'x64' ? 'amd64' : process.arch;

/** What the program and the database engine load of this system, and the base of the image has. */
function librariesOf(binary: string): string[] {
  const [library = ''] = nativeFilesOf(targetOfThisBun());
  const { stdout } = Bun.spawnSync(['ldd', binary, library]);
  const paths = stdout.toString().matchAll(/^\s+(?:\S+ => )?(\/\S+) \(/gm);
  return [...new Set([...paths].map(([, path = '']) => path))];
}

function copyInto(folder: string, paths: readonly string[]): string {
  for (const path of paths) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    copyFileSync(path, join(folder, path));
  }
  return folder;
}

/** The process at the end of a chain of those that have started each other, from any of their threads. */
function lastChildOf(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap(thread =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return children[0] === undefined ? pid : lastChildOf(Number(children[0]));
}

/** Settings of an image, in the words of Docker. */
interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly ExposedPorts: object;
  readonly Volumes: object;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

export interface Image {
  readonly config: ImageConfig;
  /** Where this machine has the volume of `/data`. */
  dataFolder(): string;
  /** Runs a command of the program in the container. */
  run(...words: string[]): Finished;
  /** Runs what the image starts on a free port. */
  serve(): Promise<RunningBinary>;
  remove(): void;
}

/** Builds the image with the program in it. */
export function buildImage(binary: string): Image {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-image-'));
  const storage = [
    '--root',
    join(folder, 'storage'),
    '--runroot',
    join(folder, 'state'),
    '--storage-driver',
    'vfs',
  ];
  const buildah = (...words: string[]) => ['buildah', ...storage, ...words];
  function ask(...words: string[]): string {
    const { success, stdout, stderr } = Bun.spawnSync(buildah(...words), { stdin: 'ignore' });
    if (!success) throw new Error(`buildah ${words.join(' ')}: ${stderr.toString()}`);
    return stdout.toString().trim();
  }
  const build = (tag: string, file: string, context: string) =>
    ask(
      ...['bud', '--quiet', '--isolation=chroot', '--pull=never', '--format=docker'],
      ...[`--build-arg=TARGETARCH=${architecture}`, `--tag=${tag}`, `--file=${file}`, context],
    );

  const baseFile = join(folder, 'base.Containerfile');
  writeFileSync(baseFile, 'FROM scratch\nCOPY . /\n');
  build(BASE, baseFile, copyInto(join(folder, 'base'), librariesOf(binary)));
  const context = join(folder, 'context');
  mkdirSync(join(context, 'data'), { recursive: true });
  copyFileSync(binary, join(context, `footfall-${architecture}`));
  build('footfall', join(root, 'scripts/packaging/container/Containerfile'), context);

  const { config } = JSON.parse(ask('inspect', '--type=image', 'footfall')).Docker as { config: ImageConfig };
  const container = ask('from', '--pull-never', 'footfall');
  const commandOf = (words: readonly string[], ...flags: string[]) =>
    buildah('run', '--isolation=chroot', ...flags, container, '--', ...config.Entrypoint, ...words);
  return {
    config,
    dataFolder() {
      const [volume = ''] = new Bun.Glob('storage/vfs-containers/*/userdata/buildah-volumes/*').scanSync({
        cwd: folder,
        onlyFiles: false,
      });
      return join(folder, volume);
    },
    run(...words) {
      const { exitCode, stdout, stderr } = Bun.spawnSync(commandOf(words), { stdin: 'ignore' });
      return { code: exitCode, out: stdout.toString(), err: stderr.toString() };
    },
    serve: () =>
      startServer(commandOf(config.Cmd, '--env=FOOTFALL_PORT=0', '--env=FOOTFALL_HOST=127.0.0.1'), {
        // Those above it pass none on.
        signal: (child, signal) => process.kill(lastChildOf(child.pid), signal),
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
