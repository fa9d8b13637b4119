/** Renders the pages of the documentation, each on its first request. */
import { SCRIPT_PATH } from '../../core/visitor-paths.ts';
import { addBasePath, toBasePath } from '../../lib/base-path.ts';
import { toWeakEtag } from '../../lib/etag.ts';
import { memoize } from '../../lib/memoize.ts';
import type { ApiDocument } from './api-document.ts';
import { readReference, referenceHtml, referenceMarkdown, referenceSections } from './api-page.ts';
import { CONTENTS, DOC_PAGES, type DocPage, INDEX_PAGE } from './contents.ts';
import style from './docs.css' with { type: 'text' };
import { frame, type PageContent } from './frame.ts';
import { llmsText } from './llms.ts';
import { listSections, pageToHtml } from './markdown.ts';
import { excerptOf, type SearchEntry, searchEntries, splitSections, toPlainText } from './search.ts';

export interface PagesDeps {
  /** Address of this server, which the examples name. */
  readonly baseUrl: string;
  /** First part of the script's address. */
  readonly scriptPath: string;
  /** Returns the OpenAPI document; built on its first request. */
  readonly openApi: () => unknown;
  /** The settings as a Markdown table. */
  readonly settingsTable: () => string;
  /** Style sheet with the custom properties that the pages' own style is made of. */
  readonly tokens: string;
  /** The product's icon, an SVG. */
  readonly icon: string;
}

/** A file as it is answered. */
export interface DocFile {
  readonly text: string;
  readonly gzipped: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly etag: string;
  /** Its name changes with what is in it. */
  readonly isHashed: boolean;
}

/** Stands for this server in the texts, which so make sense unprocessed as well. */
const SAMPLE_ORIGIN = 'https://stats.example.org';
const SETTINGS_MARK = '{{settings}}';
const CONTENTS_MARK = '{{contents}}';

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const PLAIN = 'text/plain; charset=utf-8';

/** The pages of the documentation by the last part of their address. */
export function createPages(deps: PagesDeps) {
  const css = createHashedFile('docs', {
    extension: 'css',
    type: 'text/css; charset=utf-8',
    text: `${deps.tokens}\n${style}`,
  });
  const icon = createHashedFile('icon', { extension: 'svg', type: 'image/svg+xml', text: deps.icon });
  const assets = {
    style: `/docs/${css.name}`,
    icon: `/docs/${icon.name}`,
    logo: deps.icon.replace('<svg ', '<svg aria-hidden="true" '),
  };
  const files = new Map<string, DocFile>([
    [css.name, css.file],
    [icon.name, icon.file],
  ]);
  const pages = new Map([INDEX_PAGE, ...DOC_PAGES].map(page => [page.name, page]));
  const reference = memoize(() => readReference(deps.openApi() as ApiDocument));
  const toMarkdown = (page: DocPage): string => fill(page.text, deps);
  const basePath = toBasePath(deps.baseUrl);
  const toFile = (content: PageContent): DocFile =>
    createFile(addBasePath(frame(content, assets), basePath), HTML);

  function renderPage(page: DocPage): PageContent {
    const { title, summary } = page;
    const text = pageToHtml(toMarkdown(page));
    const isReference = page.name === 'api';
    const html = isReference ? text + referenceHtml(reference()) : text;
    const sections = [...listSections(text), ...(isReference ? referenceSections(reference()) : [])];
    return { title, summary, page, html, sections, twin: `/docs/${page.name}.md` };
  }

  function make(name: string): DocFile | undefined {
    const page = pages.get(name.replace(/\.md$/, ''));
    if (!page) return undefined;
    if (!name.endsWith('.md')) return toFile(renderPage(page));
    const text = toMarkdown(page);
    const whole = page.name === 'api' ? `${text}\n${referenceMarkdown(reference())}\n` : text;
    return createFile(withWholeLinks(whole, deps.baseUrl), MARKDOWN);
  }

  const missing = memoize(() =>
    toFile({
      title: 'There is no such page',
      summary: 'There is no such page',
      page: undefined,
      html: '<h1>There is no such page</h1><p>Look at the <a href="/docs">list of all pages</a>.</p>',
      sections: [],
      twin: undefined,
    }),
  );

  /** Sections of all pages, and the calls of the API. */
  const entries = memoize(() => [
    ...DOC_PAGES.flatMap(page =>
      splitSections(pageToHtml(toMarkdown(page)), { page: page.title, path: `/docs/${page.name}` }),
    ),
    ...referenceSections(reference()).flatMap(section =>
      section.entries.map(({ anchor, title }) => ({
        href: `/docs/api#${anchor}`,
        page: `API: ${section.title}`,
        title: toPlainText(title),
        text: '',
      })),
    ),
  ]);

  function search(query: string): DocFile {
    const found = searchEntries(entries(), query);
    const title = query.trim() === '' ? 'Search' : `Results for “${query.trim()}”`;
    return toFile({
      ...{ title, summary: 'Search the documentation', page: undefined, sections: [], twin: undefined },
      html: `<h1>${Bun.escapeHTML(title)}</h1>${renderResults(found, query)}`,
      query,
    });
  }

  function find(name: string): DocFile | undefined {
    const made = files.get(name) ?? make(name);
    if (made) files.set(name, made);
    return made;
  }

  return {
    /** A page, its Markdown, the style or the icon; undefined when there is no such file. */
    find,
    /** Returns the page with what was found by a question. */
    search,
    /** Returns the page for an unknown address. */
    missing,
    /** The way in for language models. */
    llms: memoize(() => createFile(llmsText(deps.baseUrl), PLAIN)),
    /** Every page but the index, with its Markdown. */
    guide: DOC_PAGES.map(({ name, title, summary }) => ({
      name,
      title,
      summary,
      markdown: () => find(`${name}.md`)?.text ?? '',
    })),
  };
}

export type Pages = ReturnType<typeof createPages>;

const renderResults = (found: readonly SearchEntry[], query: string): string => {
  if (query.trim() === '') return '<p>Type a word into the field above.</p>';
  if (found.length === 0)
    return '<p>Nothing was found. Look at the <a href="/docs">list of all pages</a>.</p>';
  const items = found.map(
    entry =>
      `<li><a href="${entry.href}">${Bun.escapeHTML(entry.title)}</a> <small>${Bun.escapeHTML(entry.page)}</small><p>${Bun.escapeHTML(excerptOf(entry, query))}</p></li>`,
  );
  return `<ol class="results">${items.join('')}</ol>`;
};

/** The text with what only this server knows. Sources in a Content-Security-Policy are origins: one with a path allows only that. */
const fill = (text: string, { baseUrl, scriptPath, settingsTable }: PagesDeps): string =>
  text
    .replaceAll(`-src ${SAMPLE_ORIGIN}`, `-src ${new URL(baseUrl).origin}`)
    .replaceAll(`${SAMPLE_ORIGIN}/${SCRIPT_PATH}/`, `${baseUrl}/${scriptPath}/`)
    .replaceAll(SAMPLE_ORIGIN, baseUrl)
    .replace(SETTINGS_MARK, () => settingsTable())
    .replace(CONTENTS_MARK, contentsList);

/** Makes links absolute, for readers of downloaded Markdown, and points them to Markdown where it exists. */
const withWholeLinks = (text: string, baseUrl: string): string =>
  text.replace(/\]\((\/[^)#\s]*)/g, (_, path: string) => {
    const twin = path === '/docs' ? '/docs/index.md' : path.replace(/^\/docs\/[a-z-]+$/, '$&.md');
    return `](${baseUrl}${twin}`;
  });

const contentsList = (): string =>
  CONTENTS.map(({ title, pages }) =>
    [
      `## ${title}`,
      pages.map(page => `- [${page.title}](/docs/${page.name}): ${page.summary}`).join('\n'),
    ].join('\n\n'),
  ).join('\n\n');

function createFile(text: string, type: string, isHashed = false): DocFile {
  return {
    text,
    gzipped: Bun.gzipSync(text, { level: 9 }),
    type,
    etag: toWeakEtag(text),
    isHashed,
  };
}

/** Creates a file with the hash of its content in its name. */
const createHashedFile = (
  name: string,
  { extension, type, text }: { readonly extension: string; readonly type: string; readonly text: string },
) => ({
  name: `${name}-${Bun.hash(text).toString(36)}.${extension}`,
  file: createFile(text, type, true),
});
