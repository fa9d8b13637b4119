/** Each language of the dashboard has every English text: same names, kinds, parameters, keys, links and code. */
import { expect, test } from 'bun:test';
import { basename, join } from 'node:path';
import { isValidElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { filesOf, readText } from './support/source-tree.ts';

const FOLDER = 'src/web/labels';
/** What the languages share is no text. */
const ENGLISH = filesOf(`${FOLDER}/*.{ts,tsx}`).filter(path => basename(path) !== 'grammar.ts');
const LANGUAGES = [
  ...new Set(filesOf(`${FOLDER}/*/*.{ts,tsx}`).map(path => path.split('/').at(-2) ?? '')),
].sort();

type Labels = Readonly<Record<string, unknown>>;

const load = async (path: string): Promise<Labels> => import(join(import.meta.dir, '..', path));

/** Stand for the values of a text, be they numbers, in any language's notation, or names. */
const PLACEHOLDERS = ['7001', '7002', '7003', '7004', '7005'];

/** Renders a text, or what a function makes of the placeholders. Numbers are written without separators. */
function toMarkup(label: unknown): string {
  const node = typeof label === 'function' ? (label(...PLACEHOLDERS) as ReactNode) : (label as ReactNode);
  return renderToStaticMarkup(node).replaceAll(/(?<=7)\p{P}|(?<=7)\p{Zs}(?=00\d)/gu, '');
}

const matchesOf = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(String).sort();

const kindOf = (label: unknown): string =>
  Array.isArray(label) ? 'list' : isValidElement(label) ? 'markup' : typeof label;

/** Describes what a translation has in common with the English text. */
function describe(label: unknown): Labels {
  const kind = kindOf(label);
  if (kind === 'list' || kind === 'object') return { kind, keys: Object.keys(label as object).sort() };
  const markup = toMarkup(label);
  return {
    kind,
    parameters: typeof label === 'function' ? label.length : 0,
    values: [...new Set(matchesOf(markup, /700\d/g))],
    links: matchesOf(markup, /href="[^"]*"/g),
    code: matchesOf(markup, /<code>.*?<\/code>/g),
  };
}

const isEmpty = (label: unknown): boolean =>
  kindOf(label) === 'list' || kindOf(label) === 'object'
    ? Object.values(label as object).some(isEmpty)
    : toMarkup(label).trim() === '';

/** Words of questions: a language has as many for a thing as it has. */
const WORDS = ['fillers', 'exclusions', 'elisions'];

/** Yields what a file of a language lacks, or has wrong. */
function* differencesOf(english: Labels, translated: Labels): Generator<string> {
  for (const name of Object.keys(english)) {
    if (!(name in translated)) {
      yield `${name} is missing`;
      continue;
    }
    if (isEmpty(translated[name])) yield `${name} is empty`;
    if (WORDS.includes(name)) continue;
    const [here, there] = [describe(english[name]), describe(translated[name])];
    for (const key of Object.keys(here)) {
      const [wanted, got] = [JSON.stringify(here[key]), JSON.stringify(there[key])];
      if (wanted !== got) yield `${name}: ${key} ${got}, in English ${wanted}`;
    }
  }
  for (const name of Object.keys(translated)) if (!(name in english)) yield `${name} is no English text`;
}

test.each(LANGUAGES)('%s has every text of the dashboard, and only those', async language => {
  const found: string[] = [];
  const files = filesOf(`${FOLDER}/${language}/*`);
  for (const path of ENGLISH) {
    const twin = `${FOLDER}/${language}/${basename(path)}`;
    if (!files.includes(twin)) found.push(`${twin} is missing`);
    // The values and functions of a language differ by what it needs.
    else if (basename(path) === 'language.ts') {
      const names = Object.keys(await load(twin));
      const missing = Object.keys(await load(path)).filter(name => !names.includes(name));
      found.push(...missing.map(name => `${twin}: ${name} is missing`));
    } else {
      const differences = differencesOf(await load(path), await load(twin));
      found.push(...[...differences].map(difference => `${twin}: ${difference}`));
    }
  }
  const known = new Set(ENGLISH.map(path => basename(path)));
  for (const path of files) if (!known.has(basename(path))) found.push(`${path} has no English twin`);
  expect(found).toEqual([]);
});

test('a language imports no English text', async () => {
  for (const path of filesOf(`${FOLDER}/*/*.{ts,tsx}`)) {
    // Types are no text.
    const text = (await readText(path)).replaceAll(/^import type .*$/gm, '');
    expect(text, path).not.toMatch(/from '\.\.\/(?!\.\.|grammar\.ts)/);
  }
});
