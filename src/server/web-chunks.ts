/**
 * Plans which script of the dashboard a module ends up in. The bundler makes a chunk of all modules that the same entries
 * share, which would be dozens of tiny ones for each page. What is loaded on demand therefore imports the main entry too:
 * everything that the entry has stays in one chunk.
 */
import { dirname, join, resolve } from 'node:path';
import type { BunPlugin } from 'bun';

const MAIN = 'main.tsx';
const ROUTES = 'app/routes.tsx';
/** A row of the table of routes: an address, and the module of its page. */
const ROUTE = /\['([^']+)',\s*page\(\(\) => import\('\.\.\/([^']+)'\)/g;

const toLoader = (path: string) => (path.endsWith('x') ? 'tsx' : 'ts');

/** Lists the modules of a folder that are loaded on demand. */
async function findLazyModules(folder: string): Promise<ReadonlySet<string>> {
  const names = await Array.fromAsync(new Bun.Glob('**/*.{ts,tsx}').scan({ cwd: folder }));
  const found = names.map(async name => {
    const path = join(folder, name);
    const imports = new Bun.Transpiler({ loader: toLoader(path) }).scanImports(await Bun.file(path).text());
    return imports
      .filter(({ kind }) => kind === 'dynamic-import')
      .map(each => resolve(dirname(path), each.path));
  });
  return new Set((await Promise.all(found)).flat());
}

/** Creates the plugin that keeps what the main entry has in one chunk. */
export async function createChunkPlugin(folder: string): Promise<BunPlugin> {
  const lazy = await findLazyModules(folder);
  return {
    name: 'chunks',
    setup(build) {
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        if (!lazy.has(path)) return undefined;
        const text = await Bun.file(path).text();
        return { contents: `import ${JSON.stringify(join(folder, MAIN))};${text}`, loader: toLoader(path) };
      });
    },
  };
}

/** A page's address, such as `/sites/:id/live`, and its module. */
interface PageModule {
  readonly path: string;
  readonly module: string;
}

/** Lists the pages that are loaded when they are first opened. */
export async function readPages(folder: string): Promise<PageModule[]> {
  const text = await Bun.file(join(folder, ROUTES)).text();
  const pages = [...text.matchAll(ROUTE)].map(([, path = '', module = '']) => ({
    path,
    module: join(folder, module),
  }));
  if (pages.length === 0) throw new Error(`${ROUTES} names no pages`);
  return pages;
}
