/** One tag of a page, as it stands in the text. */
export interface Tag {
  /** In lower case. */
  readonly name: string;
  readonly isEnd: boolean;
  /** Values by name in lower case, with character references resolved; the first of two of a name. None for an end tag. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** Elements that have no end tag. Source: HTML standard, void elements. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' '),
);

/** Elements in which nothing is a tag but their own end. */
const RAW_ELEMENTS = new Map(
  ['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes'].map(
    name => [name, new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi')] as const,
  ),
);

/**
 * The tags of a page, in order. It takes what browsers take: upper case, missing quotes and ends, comments, scripts;
 * a tag that the page breaks off in is none. The time it takes grows with the length of the page and with nothing else,
 * whatever is in it: pages of strangers are read beside everybody's requests.
 */
export function* scanTags(html: string): Generator<Tag> {
  let at = 0;
  for (;;) {
    const start = html.indexOf('<', at);
    if (start < 0) return;
    const next = html.charCodeAt(start + 1);
    if (next === EXCLAMATION || next === QUESTION) {
      at = endOfComment(html, start);
    } else if (isLetter(next === SLASH ? html.charCodeAt(start + 2) : next)) {
      const read = readTag(html, start);
      if (!read) return;
      yield read.tag;
      at = read.end;
      const rawEnd = read.tag.isEnd ? undefined : RAW_ELEMENTS.get(read.tag.name);
      if (rawEnd) at = indexOfMatch(html, rawEnd, at);
    } else {
      at = start + 1;
    }
    if (at < 0) return;
  }
}

const EXCLAMATION = 0x21;
const SLASH = 0x2f;
const GREATER = 0x3e;
const QUESTION = 0x3f;

/** Of the Latin alphabet, in either case. */
const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;

/** Where the text after a comment (or a doctype, which ends like a comment without dashes) goes on; -1 for nowhere. */
function endOfComment(html: string, start: number): number {
  if (!html.startsWith('<!--', start)) return after(html, '>', start + 2);
  // `<!-->` is a whole comment.
  return after(html, '-->', start + 2);
}

function after(html: string, end: string, from: number): number {
  const found = html.indexOf(end, from);
  return found < 0 ? -1 : found + end.length;
}

function indexOfMatch(html: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(html)?.index ?? -1;
}

const NONE: ReadonlyMap<string, string> = new Map();
const NAME = /[^\t\n\f\r />]+/y;
const GAP = /[\t\n\f\r /]*/y;
const ATTRIBUTE_NAME = /[^\t\n\f\r />][^\t\n\f\r />=]*/y;
const EQUALS = /[\t\n\f\r ]*=[\t\n\f\r ]*/y;
const BARE_VALUE = /[^\t\n\f\r >]*/y;

/** The tag that begins there, and where the text after it goes on; undefined when the page ends before the tag does. */
function readTag(html: string, start: number): { readonly tag: Tag; readonly end: number } | undefined {
  let at = start + 1;
  /** Takes what matches here; undefined when nothing does. */
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(html)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const isEnd = html.charCodeAt(at) === SLASH;
  if (isEnd) at++;
  const name = (take(NAME) ?? '').toLowerCase();
  if (html.charCodeAt(at) === GREATER) return { tag: { name, isEnd, attributes: NONE }, end: at + 1 };
  const attributes = new Map<string, string>();
  for (;;) {
    take(GAP);
    if (at >= html.length) return undefined;
    if (html.charCodeAt(at) === GREATER) return { tag: { name, isEnd, attributes }, end: at + 1 };
    const key = (take(ATTRIBUTE_NAME) ?? '').toLowerCase();
    let value = '';
    if (take(EQUALS) !== undefined) {
      const quote = html[at];
      if (quote === '"' || quote === "'") {
        const close = html.indexOf(quote, at + 1);
        if (close < 0) return undefined;
        value = html.slice(at + 1, close);
        at = close + 1;
      } else {
        value = take(BARE_VALUE) ?? '';
      }
    }
    if (!isEnd && !attributes.has(key)) attributes.set(key, decodeReferences(value));
  }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The five named character references that addresses are written with, and all numeric ones. */
function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:(amp|lt|gt|quot|apos);|#x([\da-f]{1,8});?|#(\d{1,8});?)/gi,
    (whole, name?: string, hex?: string, decimal?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
      return isCharacter ? String.fromCodePoint(code) : '\ufffd';
    },
  );
}
