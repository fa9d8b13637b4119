/** Markdown as HTML. The sources are our own; raw HTML in them is text all the same. */

/** A heading that the list of contents leads to. */
export interface Section {
  readonly anchor: string;
  readonly title: string;
  readonly entries: readonly { readonly anchor: string; readonly title: string }[];
}

const OPTIONS = { noHtmlBlocks: true, noHtmlSpans: true, tables: true } as const;

/** A piece without headings of its own. */
export const toHtml = (markdown: string): string => Bun.markdown.html(markdown, OPTIONS);

/** A whole page: every heading can be linked to. */
export const pageToHtml = (markdown: string): string =>
  Bun.markdown.html(markdown, { ...OPTIONS, headings: { ids: true } });

/** Second-level headings of a page that `pageToHtml` made. */
export const listSections = (html: string): Section[] =>
  [...html.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/g)].map(([, anchor = '', title = '']) => ({
    anchor,
    title: title.replaceAll(/<[^>]+>/g, ''),
    entries: [],
  }));
