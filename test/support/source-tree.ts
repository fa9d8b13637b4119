import { posix, resolve } from 'node:path';

export const root = resolve(import.meta.dir, '../..');

export interface SourceFile {
  /** From the top of the checkout: `src/lib/time.ts`. */
  readonly path: string;
  readonly text: string;
  /** The text without comments and types. */
  readonly code: string;
  /** What it loads at run time: paths from the top of the checkout, or names of packages. */
  readonly imports: readonly string[];
  /** Files that it names types of, and nothing else, from the top of the checkout. */
  readonly typeImports: readonly string[];
}

const transpilers = {
  ts: new Bun.Transpiler({ loader: 'ts' }),
  tsx: new Bun.Transpiler({ loader: 'tsx' }),
  js: new Bun.Transpiler({ loader: 'js' }),
};

/** Paths of the checkout's own files that match, in order; never what is installed, built or collected, nor Git's. */
export function filesOf(pattern: string): string[] {
  const paths = [...new Bun.Glob(pattern).scanSync({ cwd: root, dot: true })];
  return paths
    .filter(
      path =>
        path !== '.git' &&
        !/^(\.git|\.bun|(\.(chdb|release)\/)?node_modules|dist|data\/(?!README\.md)|test\/screenshots)\//.test(
          path,
        ),
    )
    .sort();
}

export const readText = (path: string): Promise<string> => Bun.file(resolve(root, path)).text();

/** A program file with what it imports. Declarations and texts hold no code. */
export async function readSource(path: string): Promise<SourceFile> {
  const text = await readText(path);
  const transpiler = path.endsWith('.tsx')
    ? transpilers.tsx
    : path.endsWith('.js')
      ? transpilers.js
      : transpilers.ts;
  const imports = transpiler
    .scanImports(text)
    .map(({ path: target }) => (target.startsWith('.') ? posix.join(posix.dirname(path), target) : target));
  const typeImports = [...text.matchAll(/^import type [^']*from '(\.[^']*)';/gm)].map(([, target = '']) =>
    posix.join(posix.dirname(path), target),
  );
  return { path, text, code: transpiler.transformSync(text), imports, typeImports };
}

/** Every program file below `src`. */
export const readSources = (): Promise<SourceFile[]> =>
  Promise.all(
    filesOf('src/**/*.{ts,tsx,js}')
      .filter(path => !path.endsWith('.d.ts'))
      .map(readSource),
  );

/** The first chain of files that load each other, or name types of each other, and that leads back to its start; or undefined. */
export function findCycle(files: readonly SourceFile[]): string[] | undefined {
  const importsOf = new Map(
    files.map(({ path, imports, typeImports }) => [
      path,
      [...imports, ...typeImports].filter(target => target !== path),
    ]),
  );
  const finished = new Set<string>();
  function visit(path: string, chain: readonly string[]): string[] | undefined {
    const at = chain.indexOf(path);
    if (at >= 0) return [...chain.slice(at), path];
    if (finished.has(path)) return undefined;
    for (const target of importsOf.get(path) ?? []) {
      const cycle = visit(target, [...chain, path]);
      if (cycle) return cycle;
    }
    finished.add(path);
    return undefined;
  }
  for (const { path } of files) {
    const cycle = visit(path, []);
    if (cycle) return cycle;
  }
  return undefined;
}
