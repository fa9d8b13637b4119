/** HTML document around the text of a page: header, contents, previous and next page. It works without scripts. */
import { CONTENTS, DOC_PAGES, type DocPage } from './contents.ts';
import type { Section } from './markdown.ts';

/** Links of every page. */
export interface FrameAssets {
  readonly style: string;
  readonly icon: string;
  /** The icon as markup, hidden from screen readers: the name stands beside it. */
  readonly logo: string;
}

/** A page ready to be framed. */
export interface PageContent {
  readonly title: string;
  readonly summary: string;
  /** Undefined for a page that is not in the list of contents. */
  readonly page: DocPage | undefined;
  readonly html: string;
  readonly sections: readonly Section[];
  /** Address of the Markdown twin; undefined where there is none. */
  readonly twin: string | undefined;
  /** What was searched for. */
  readonly query?: string;
}

const escapeHtml = Bun.escapeHTML;

/** The whole document. */
export function frame(content: PageContent, assets: FrameAssets): string {
  const { title, summary, page, html, twin } = content;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(summary)}">
<title>${escapeHtml(title)} · Footfall</title>
<link rel="icon" href="${assets.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${assets.style}">
${twin === undefined ? '' : `<link rel="alternate" type="text/markdown" href="${twin}">`}
</head>
<body>
<a class="skip" href="#main-text">Skip to content</a>
<header>
<a class="product" href="/docs">${assets.logo} Footfall <span>Docs</span></a>
<form action="/docs/search" role="search"><input type="search" name="q" value="${escapeHtml(content.query ?? '')}" maxlength="100" aria-label="Search the documentation" placeholder="Search the docs"></form>
<a href="/">Dashboard</a>
</header>
<div class="page">
${navigation(content)}
<main id="main-text" tabindex="-1"><article>${html}</article>${page ? footer(page, twin) : ''}</main>
</div>
</body>
</html>
`;
}

/** The list twice, of which a style sheet hides one: beside the text at a desk, folded above it on a phone, where it is without entries. */
function navigation({ page, sections }: PageContent): string {
  const short = sections.map(section => ({ ...section, entries: [] }));
  return `<nav class="contents at-desk" aria-label="Documentation">${renderContents({ page, sections })}</nav>
<nav class="contents on-phone" aria-label="Documentation"><details><summary>Contents</summary>${renderContents({ page, sections: short })}</details></nav>`;
}

function renderContents({ page, sections }: Pick<PageContent, 'page' | 'sections'>): string {
  const groups = CONTENTS.map(({ title, pages }) => {
    const items = pages.map(each => {
      const isHere = each === page;
      const link = `<a href="/docs/${each.name}"${isHere ? ' aria-current="page"' : ''}>${escapeHtml(each.title)}</a>`;
      return `<li>${link}${isHere ? sectionList(sections) : ''}</li>`;
    });
    return `<li><span>${escapeHtml(title)}</span><ul>${items.join('')}</ul></li>`;
  });
  return `<ul class="groups">${groups.join('')}</ul>`;
}

const sectionList = (sections: readonly Section[]): string =>
  sections.length === 0 ? '' : `<ul class="sections">${sections.map(sectionItem).join('')}</ul>`;

function sectionItem({ anchor, title, entries }: Section): string {
  const inner = entries.map(entry => `<li><a href="#${entry.anchor}">${entry.title}</a></li>`).join('');
  return `<li><a href="#${anchor}">${title}</a>${inner === '' ? '' : `<ul>${inner}</ul>`}</li>`;
}

function footer(page: DocPage, twin: string | undefined): string {
  const at = DOC_PAGES.indexOf(page);
  const link = (rel: 'prev' | 'next', label: string, other: DocPage | undefined): string =>
    other
      ? `<a rel="${rel}" href="/docs/${other.name}"><small>${label}</small> ${escapeHtml(other.title)}</a>`
      : '<span></span>';
  return [
    '<footer>',
    `<nav class="around" aria-label="Previous and next page">${link('prev', 'Previous', DOC_PAGES[at - 1])}${link('next', 'Next', DOC_PAGES[at + 1])}</nav>`,
    twin === undefined ? '' : `<p><a href="${twin}">This page as Markdown</a></p>`,
    '</footer>',
  ].join('');
}
