/** The API reference, in its two forms. */
import type { ApiDocument } from './api-document.ts';
import { fieldTables, modelAnchor } from './api-fields.ts';
import { describeOperations, type OperationText, type TagText } from './api-operations.ts';
import { type Section, toHtml } from './markdown.ts';

interface Model {
  readonly name: string;
  readonly fields: string;
}

interface Reference {
  readonly tags: readonly TagText[];
  /** Every object that something above links to. */
  readonly models: readonly Model[];
}

/** Parts of the reference in Markdown. */
export function readReference(document: ApiDocument): Reference {
  const noted = new Set<string>();
  const note = (name: string): void => {
    noted.add(name);
  };
  const tags = describeOperations(document, note);
  const models: Model[] = [];
  // Iterating over a growing set also visits models that other models name.
  for (const name of noted) {
    const schema = document.components.schemas[name];
    if (schema) models.push({ name, fields: fieldTables(schema, { document, note, isRequest: false }) });
  }
  return { tags, models: models.sort((a, b) => a.name.localeCompare(b.name)) };
}

const tagAnchor = (name: string): string => name.toLowerCase().replaceAll(/\W+/g, '-');

/** Entries of the list of contents. */
export const referenceSections = ({ tags }: Reference): Section[] => [
  ...tags.map(tag => ({
    anchor: tagAnchor(tag.name),
    title: tag.name,
    entries: tag.operations.map(({ ids, summary }) => ({ anchor: ids[0] ?? '', title: summary })),
  })),
  { anchor: 'objects', title: 'Objects', entries: [] },
];

/** Renders the HTML page after the introduction. */
export const referenceHtml = ({ tags, models }: Reference): string =>
  [
    ...tags.map(
      ({ name, description, operations }) =>
        `<section class="tag"><h2 id="${tagAnchor(name)}">${escapeHtml(name)}</h2>${toHtml(`${description}.`)}${operations.map(operationHtml).join('')}</section>`,
    ),
    `<section class="tag"><h2 id="objects">Objects</h2>${models.map(modelHtml).join('')}</section>`,
  ].join('\n');

const escapeHtml = Bun.escapeHTML;

function operationHtml(operation: OperationText): string {
  const [id = '', ...otherIds] = operation.ids;
  // A slash is where a long path may break.
  const path = escapeHtml(operation.path).replaceAll('/', '<wbr>/');
  const methods = operation.methods.map(method => `<span class="method">${method}</span>`).join(' ');
  const part = (title: string, markdown: string): string =>
    markdown === '' ? '' : `<h4>${title}</h4>${toHtml(markdown)}`;
  return [
    `<section class="operation" id="${id}">${otherIds.map(other => `<span id="${other}"></span>`).join('')}`,
    `<h3><a href="#${id}">${escapeHtml(operation.summary)}</a></h3>`,
    `<p class="address">${methods} <code>${path}</code></p>${toHtml(operation.access)}`,
    part('Parameters', operation.parameters),
    part('Body', operation.body),
    part('Example', operation.example),
    '<h4>Answers</h4>',
    ...operation.answers.map(({ status, sentence, fields }) =>
      fields === ''
        ? `<p><code>${status}</code> ${escapeHtml(sentence)}, with an empty body</p>`
        : `<details><summary><code>${status}</code> ${escapeHtml(sentence)}</summary>${toHtml(fields)}</details>`,
    ),
    `<p class="failures">Failures: ${toHtml(operation.failures).replaceAll(/<\/?p>/g, '')}</p></section>`,
  ].join('');
}

const modelHtml = ({ name, fields }: Model): string =>
  `<section class="operation" id="${modelAnchor(name)}"><h3><a href="#${modelAnchor(name)}">${name}</a></h3>${toHtml(fields)}</section>`;

/** Renders the Markdown page after the introduction. */
export const referenceMarkdown = ({ tags, models }: Reference): string =>
  [
    ...tags.flatMap(({ name, description, operations }) => [
      `## ${name}\n\n${description}.`,
      ...operations.map(operationMarkdown),
    ]),
    '## Objects',
    ...models.map(({ name, fields }) => `### ${name}\n\n${fields}`),
  ].join('\n\n');

const operationMarkdown = (operation: OperationText): string =>
  [
    `### ${operation.summary}`,
    `\`${operation.methods.join(', ')} ${operation.path}\``,
    operation.access,
    operation.parameters,
    operation.body && `Body:\n\n${operation.body}`,
    operation.example,
    ...operation.answers.map(
      ({ status, sentence, fields }) => `Answer \`${status}\`: ${sentence}.${fields && `\n\n${fields}`}`,
    ),
    `Failures: ${operation.failures}`,
  ]
    .filter(part => part !== '')
    .join('\n\n');
