import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tokenizer as HtmlTokenizer } from 'htmlparser2';

/** A tag of a page. */
export interface Tag {
  /** In lower case. */
  readonly name: string;
  readonly isEnd: boolean;
  /** Values by name in lower case, with character references resolved; the first of two of a name. None for an end tag. */
  readonly attributes: ReadonlyMap<string, string>;
  /** What is in a script; of its end tag alone. */
  readonly script?: string;
}

/** Returns whether a `Content-Type` header is that of HTML. */
export const isHtmlType = (contentType: string | null): boolean =>
  /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(contentType ?? '');

/** Elements that have no end tag. Source: HTML standard, void elements. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' '),
);

/** Characters that are read at a time: some milliseconds' worth. */
const CHUNK_LENGTH = 16 * 1024;
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
const ignore = (): void => {};

/**
 * Reads the tags of a page, in order. A long page is read in steps, so that other requests are answered in
 * between. A tag that is cut off by the end of the page is ignored. It works on tokens, not on a tree: the time it takes grows with
 * the length of the page and with nothing else, however deep its elements are nested.
 */
export async function* readTags(html: string): AsyncGenerator<Tag> {
  let tags: Tag[] = [];
  const { Tokenizer } = await import('htmlparser2');
  const tokenizer = createTokenizer(Tokenizer, html, tag => tags.push(tag));
  for (let at = 0; at < html.length; at += CHUNK_LENGTH) {
    if (at > 0) await nextTurn();
    tokenizer.write(html.slice(at, at + CHUNK_LENGTH));
    yield* tags;
    tags = [];
  }
}

/** Creates a tokenizer of a page. The positions that it reports are those in the whole text. */
function createTokenizer(
  Tokenizer: typeof HtmlTokenizer,
  html: string,
  onTag: (tag: Tag) => void,
): HtmlTokenizer {
  let name = '';
  let attributes = new Map<string, string>();
  let attribute = '';
  let value = '';
  let text: { readonly start: number; readonly end: number } | undefined;
  const read = (start: number, end: number): string => html.slice(start, end).toLowerCase();
  const onStartTag = (): void => {
    text = undefined;
    onTag({ name, isEnd: false, attributes });
  };
  return new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        name = read(start, end);
        attributes = new Map();
      },
      onattribname(start, end) {
        attribute = read(start, end);
        value = '';
      },
      onattribdata(start, end) {
        value += html.slice(start, end);
      },
      onattribentity(codePoint) {
        value += String.fromCodePoint(codePoint);
      },
      onattribend() {
        if (!attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: onStartTag,
      onselfclosingtag: onStartTag,
      onclosetag(start, end) {
        const ended = read(start, end);
        const script = ended === 'script' && text ? { script: html.slice(text.start, text.end) } : {};
        onTag({ name: ended, isEnd: true, attributes: NO_ATTRIBUTES, ...script });
      },
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onprocessinginstruction: ignore,
      ontext(start, end) {
        text = { start: text?.start ?? start, end };
      },
      ontextentity: ignore,
    },
  );
}
