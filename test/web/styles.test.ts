import { expect, test } from 'bun:test';

const WEB = new URL('../../src/web/', import.meta.url).pathname;

/** Selectors of a file, each by itself. */
async function selectorsOf(file: string): Promise<string[]> {
  const css = (await Bun.file(WEB + file).text()).replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const preludes = [...css.matchAll(/([^{}]+)\{/g)].map(match => match[1]?.trim() ?? '');
  return preludes.filter(text => !text.startsWith('@')).flatMap(prelude => prelude.split(/\s*,\s*/));
}

const classesIn = (selectors: readonly string[]): Set<string> =>
  new Set(selectors.flatMap(text => [...text.matchAll(/\.([a-z][\w-]*)/g)].map(match => match[1] ?? '')));

/** Classes that a folder gives looks to wherever they stand: `.card`, but neither `.list .card` nor `.card.on`. */
const classesEverywhere = (selectors: readonly string[]): Set<string> =>
  classesIn(selectors.filter(text => /^\.[\w-]+(:[\w-]+)?$/.test(text)));

test('a CSS class of one area is not styled in another', async () => {
  const selectors = new Map<string, string[]>();
  for (const file of new Bun.Glob('pages/**/*.css').scanSync(WEB)) {
    // The settings of a site are made of the parts that all settings are made of.
    const folder = (file.split('/')[1] ?? '').replace('site-settings', 'settings');
    // A document of its own.
    if (folder === 'public') continue;
    selectors.set(folder, [...(selectors.get(folder) ?? []), ...(await selectorsOf(file))]);
  }
  const clashes = [...selectors].flatMap(([folder, own]) => {
    const everywhere = classesEverywhere(own);
    const others = [...selectors].filter(([other]) => other !== folder);
    return others.flatMap(([other, theirs]) =>
      [...classesIn(theirs)]
        .filter(name => everywhere.has(name))
        .map(name => `.${name} of ${folder} in ${other}`),
    );
  });
  expect(clashes.sort()).toEqual([]);
});
