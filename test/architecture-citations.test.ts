/** Comments cite the specification: `api-v1, Endpoints, Hits` or `decisions, section 4, Webhooks`. Each place is there. */
import { expect, test } from 'bun:test';
import { OPTIONS } from '../src/config/options.ts';
import { filesOf, readText } from './support/source-tree.ts';

const DOCUMENTS = {
  'api-v1': await readText('src/spec/api-v1.md'),
  decisions: await readText('src/spec/decisions.md'),
};

interface Section {
  /** `Webhooks` for `### Webhooks (FA and SUB for writes)`, and `section 4` for `## 4. Bodies …`. */
  readonly title: string;
  readonly level: number;
  /** What follows the heading, with all subsections. */
  readonly text: string;
}

/** Lists the sections of a Markdown text, those of the highest level first. */
function listSections(text: string): Section[] {
  const headings = [...text.matchAll(/^(#{2,4}) (?:(\d+)\. )?([^(\n]+?)(?: \(.*)?$/gm)];
  return headings
    .map(({ 0: line, 1: marks = '', 2: number, 3: name = '', index }) => {
      const level = marks.length;
      const next = headings.find(other => other.index > index && (other[1]?.length ?? 0) <= level);
      return {
        title: number === undefined ? name : `section ${number}`,
        level,
        text: text.slice(index + line.length, next?.index),
      };
    })
    .sort((a, b) => a.level - b.level || b.title.length - a.title.length);
}

/** Removes marks of Markdown and of comments, and case. */
const toPlainText = (text: string): string => text.replaceAll(/[`*"]/g, '').toLowerCase();

/** Tells whether a text has what the last part of a citation names: numbered rules, or words. */
function hasDetail(text: string, detail: string): boolean {
  const numbers = /^(?:rules?|behaviour) (\d+(?:(?:,| and| to) \d+)*)$/.exec(detail)?.[1];
  if (numbers === undefined) return toPlainText(text).includes(toPlainText(detail));
  return [...numbers.matchAll(/\d+/g)].every(([number]) => new RegExp(`^${number}\\. `, 'm').test(text));
}

/** Tells whether a citation such as `Endpoints, Hits, behaviour 1` leads to a place of the text. */
function resolves(text: string, place: string, isInside = false): boolean {
  if (place === 'introduction') return true;
  const section = listSections(text).find(
    ({ title }) => place === title || place.startsWith(`${title}, `) || place.startsWith(`${title} (`),
  );
  if (!section) return isInside && hasDetail(text, place);
  const rest = place.slice(section.title.length).replace(/^(, | \()|\)$/g, '');
  return rest === '' || resolves(section.text, rest, true);
}

/** Finds what a comment cites. A citation ends with its sentence, a semicolon or a bracket. */
function findCitations(text: string): { document: keyof typeof DOCUMENTS; place: string }[] {
  const unwrapped = text.replaceAll(/\n\s*(\*|\/\/) /g, ' ');
  return [...unwrapped.matchAll(/\b(api-v1|decisions), ([^.;)\n]+)/g)].map(([, document, place = '']) => ({
    document: document as keyof typeof DOCUMENTS,
    place: place.trim().replace(/ \*\/$|:$/, ''),
  }));
}

test('a citation of the specification names a section that exists', async () => {
  const paths = filesOf('{src,scripts,test}/**/*.{ts,tsx,js,sql,css,sh}').filter(
    path => path !== 'test/architecture-citations.test.ts',
  );
  const broken = await Promise.all(
    paths.map(async path =>
      findCitations(await readText(path))
        .filter(({ document, place }) => !resolves(DOCUMENTS[document], place))
        .map(({ document, place }) => `${path}: ${document}, ${place}`),
    ),
  );
  expect(broken.flat()).toEqual([]);
});

test.each([
  ['api-v1', 'Endpoints, Hits, behaviour 1', true],
  ['api-v1', 'Endpoints, Hits, behaviour 9', false],
  ['api-v1', 'Insights, signals, monitoring', true],
  ['decisions', 'section 4, Webhooks', true],
  ['decisions', 'section 1, `FOOTFALL_UPTIME_CONFIRM`', true],
  ['decisions', 'section 4, Rockets', false],
  ['decisions', 'section 99', false],
] as const)('%s, %s is there: %p', (document, place, isThere) => {
  expect(resolves(DOCUMENTS[document], place)).toBe(isThere);
});

test('the documents refer to sections that exist', () => {
  const referred = Object.values(DOCUMENTS).flatMap(text => [
    ...findCitations(text).filter(({ document, place }) => !resolves(DOCUMENTS[document], place)),
    ...[...text.matchAll(/\(section (\d+)/g)].filter(
      ([, number]) => !resolves(DOCUMENTS.decisions, `section ${number}`),
    ),
  ]);
  expect(referred).toEqual([]);
});

test('the specification has every setting', () => {
  const variables = Object.values(OPTIONS).map(({ variable }) => variable);
  expect(variables.filter(variable => !DOCUMENTS.decisions.includes(variable))).toEqual([]);
});

test('the index of decisions names each of them', async () => {
  const index = await readText('src/decisions/README.md');
  const listed = [...index.matchAll(/\]\((\d{3}-[a-z0-9-]+\.md)\)/g)].map(
    ([, name]) => `src/decisions/${name}`,
  );
  expect(listed).toEqual(filesOf('src/decisions/[0-9]*.md'));
});

test.each([
  ['scripts/bench', 'scripts/bench/README.md'],
  ['test/support', 'test/support/README.md'],
])('each file of %s is in its index', async (folder, index) => {
  const text = await readText(index);
  const names = filesOf(`${folder}/*.ts`).map(path => path.slice(folder.length + 1));
  expect(names.filter(name => !text.includes(`\`${name}\``))).toEqual([]);
});

test.each(['src/README.md', '.github/CONTRIBUTING.md', ...filesOf('src/decisions/*.md')])(
  'the files that %s names exist',
  async document => {
    const text = await readText(document);
    const paths = filesOf('**/*').map(path => `/${path}`);
    const named = [...text.matchAll(/`(?:\.\/)?([a-z0-9_][a-z0-9_./-]*\.(?:tsx?|js|sql|md|sh))`/g)].map(
      match => match[1] ?? '',
    );
    expect(named.filter(name => !paths.some(path => path.endsWith(`/${name}`)))).toEqual([]);
  },
);
