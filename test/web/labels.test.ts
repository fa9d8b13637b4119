/** The texts of the dashboard are in src/web/labels: one file a page, the seam for translations. */
import { expect, test } from 'bun:test';
import { parseSync } from 'oxc-parser';
import { filesOf, readText } from '../support/source-tree.ts';

/** Attributes and properties of components that people read or hear. */
const TEXT_ATTRIBUTES =
  /^(label|title|hint|placeholder|alt|what|legend|headline|heading|documentTitle|confirmation|action|unit|aria-label|aria-valuetext)$/;
/** Examples of input are the same in every language. */
const EXAMPLES = /^(https:\/\/|spam\.example|blog\.example|1a7f37)$/;

interface JsxNode {
  readonly type: string;
  readonly start: number;
  readonly value?: unknown;
  readonly name?: unknown;
}

const isNode = (value: unknown): value is JsxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Returns every node of a syntax tree. */
function* nodesOf(node: unknown): Generator<JsxNode> {
  if (Array.isArray(node)) for (const each of node) yield* nodesOf(each);
  if (!isNode(node)) return;
  yield node;
  for (const child of Object.values(node)) if (typeof child === 'object') yield* nodesOf(child);
}

const isReadable = (text: unknown): boolean =>
  typeof text === 'string' && /\p{L}/u.test(text) && !EXAMPLES.test(text);

/** Whether a node is a text for people that is written in place. */
function isLiteralText(node: JsxNode): boolean {
  if (node.type === 'JSXText') return isReadable(String(node.value).replaceAll(/&\w+;/g, ''));
  if (node.type !== 'JSXAttribute' || !isNode(node.name) || !isNode(node.value)) return false;
  return (
    TEXT_ATTRIBUTES.test(String(node.name.name)) &&
    node.value.type === 'Literal' &&
    isReadable(node.value.value)
  );
}

test('no component writes a text of its own: texts are labels', async () => {
  const paths = filesOf('src/web/**/*.tsx').filter(path => !path.startsWith('src/web/labels/'));
  const found: string[] = [];
  for (const path of paths) {
    const text = await readText(path);
    for (const node of nodesOf(parseSync(path, text).program)) {
      if (isLiteralText(node)) found.push(`${path}:${text.slice(0, node.start).split('\n').length}`);
    }
  }
  expect(found).toEqual([]);
});

test('French texts have a narrow no-break space before : ; ? ! and within « »', async () => {
  const found: string[] = [];
  for (const path of filesOf('src/web/labels/fr/*.{ts,tsx}')) {
    const text = await readText(path);
    for (const { type, value, start } of nodesOf(parseSync(path, text).program)) {
      const raw = isNode(value) ? '' : JSON.stringify(value ?? '');
      const isText = type === 'JSXText' || type === 'Literal' || type === 'TemplateElement';
      if (isText && / [:;?!»]|« /.test(raw)) found.push(`${path}:${text.slice(0, start).split('\n').length}`);
    }
  }
  expect(found).toEqual([]);
});

/** The sections of the glossary, and the folders of their texts. */
const GLOSSARY_FOLDERS = { English: '', Deutsch: 'de/', Français: 'fr/' } as const;
/** What people type into the search is in their own words. */
const SEARCH_WORDS = /\/(ask|dimension-words|palette)\.ts$/;
/** Commands, addresses and the like are no words. */
const CODE = /--[\w-]+|\S*[@/=]\S*|data-[\w-]+/g;

/** Yields the texts of a file that people read, with their places: no imports, types, keys, comparisons and addresses. */
function* textsOf(program: unknown): Generator<{ readonly text: string; readonly start: number }> {
  const others = new Set<unknown>();
  for (const node of nodesOf(program)) {
    const { source, key, name, value, left, right, literal } = node as unknown as Record<string, unknown>;
    if (node.type === 'ImportDeclaration') others.add(source);
    if (node.type === 'Property') others.add(key);
    if (node.type === 'TSLiteralType') others.add(literal);
    if (node.type === 'BinaryExpression') others.add(left).add(right);
    if (node.type === 'JSXAttribute' && isNode(name) && name.name === 'href') others.add(value);
    if (others.has(node)) continue;
    const raw = node.type === 'TemplateElement' ? (value as { readonly raw: string }).raw : value;
    const isText = ['JSXText', 'Literal', 'TemplateElement'].includes(node.type);
    if (isText && typeof raw === 'string') yield { text: raw.replaceAll(CODE, ''), start: node.start };
  }
}

test('each thing has the word of the glossary in every text', async () => {
  const found: string[] = [];
  const glossary = await readText('src/web/labels/glossary.md');
  for (const [title, folder] of Object.entries(GLOSSARY_FOLDERS)) {
    const [, section = ''] = glossary.split(`## ${title}\n`);
    const rows = (section.split('\n## ')[0] ?? '').matchAll(/^\| (?!Wor|Mot)[^|]+ \| ([^|]+) \|$/gm);
    const refused = [...rows].flatMap(([, words = '']) => words.split(', '));
    expect(refused.length).toBeGreaterThan(10);
    for (const path of filesOf(`src/web/labels/${folder}*.{ts,tsx}`)) {
      if (SEARCH_WORDS.test(path)) continue;
      const code = await readText(path);
      for (const { text, start } of textsOf(parseSync(path, code).program))
        for (const word of refused)
          if (hasWord(text, word)) found.push(`${path}:${code.slice(0, start).split('\n').length}: ${word}`);
    }
  }
  expect(found).toEqual([]);
});

const isLetter = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}_-]/u.test(sign);

/** Whether a text has a word by itself. In German a capital is part of it. */
function hasWord(text: string, word: string): boolean {
  const isExact = /^\p{Lu}/u.test(word);
  const searched = isExact ? text : text.toLowerCase();
  for (let at = searched.indexOf(word); at >= 0; at = searched.indexOf(word, at + 1))
    if (!isLetter(searched[at - 1]) && !isLetter(searched[at + word.length])) return true;
  return false;
}
