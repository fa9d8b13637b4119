/** The texts of the dashboard are in src/web/labels: one file a page, the seam for translations. */
import { expect, test } from 'bun:test';
import { parseSync } from 'oxc-parser';
import { filesOf, readText } from '../support/source-tree.ts';

/** Attributes and properties of components that people read or hear. */
const TEXT_ATTRIBUTES =
  /^(label|title|hint|placeholder|alt|what|legend|headline|heading|documentTitle|confirmation|action|unit|aria-label|aria-valuetext)$/;
/** Examples of input are the same in every language. */
const EXAMPLES = /^(https:\/\/|spam\.example|1a7f37)$/;

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
