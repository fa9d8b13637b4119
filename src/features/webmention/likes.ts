import { readTags, type Tag, VOID_ELEMENTS } from '../../lib/html.ts';

/** An open element. */
interface OpenElement {
  readonly name: string;
  readonly isEntry: boolean;
  readonly isLike: boolean;
}

/**
 * Returns whether a page likes the target: inside an `h-entry` it has a link of class `u-like-of` to that exact URL, or
 * such an element with a link of class `u-url` to it. Relative URLs are resolved against the page, or its `<base>`. Source: Microformats, h-entry and h-cite.
 */
export async function likesTarget(html: string, page: string, target: string): Promise<boolean> {
  const wanted = URL.parse(target)?.href;
  const elements = createElementStack();
  let base = page;
  let hasBase = false;
  for await (const tag of readTags(html)) {
    if (tag.isEnd) {
      elements.close(tag.name);
      continue;
    }
    const href = tag.attributes.get('href');
    if (tag.name === 'base' && href !== undefined && !hasBase) {
      hasBase = true;
      base = URL.parse(href, page)?.href ?? page;
    }
    const classes = findClasses(tag);
    const isLike = classes.includes('u-like-of');
    const isLikeLink = isLike || (elements.isInLike() && classes.includes('u-url'));
    if (href !== undefined && isLikeLink && elements.isInEntry() && URL.parse(href, base)?.href === wanted)
      return true;
    if (!VOID_ELEMENTS.has(tag.name))
      elements.open({ name: tag.name, isEntry: classes.includes('h-entry'), isLike });
  }
  return false;
}

const NO_CLASSES: readonly string[] = [];

const findClasses = (tag: Tag): readonly string[] =>
  tag.attributes.get('class')?.split(/[\t\n\f\r ]+/) ?? NO_CLASSES;

/** Creates the stack of open elements. An end tag without a start tag is ignored in constant time. */
function createElementStack() {
  const stack: OpenElement[] = [];
  const named = new Map<string, number>();
  let entries = 0;
  let likes = 0;

  function count(element: OpenElement, by: 1 | -1): void {
    named.set(element.name, (named.get(element.name) ?? 0) + by);
    if (element.isEntry) entries += by;
    if (element.isLike) likes += by;
  }

  return {
    isInEntry: () => entries > 0,
    isInLike: () => likes > 0,
    open(element: OpenElement): void {
      stack.push(element);
      count(element, 1);
    },
    /** Closes the nearest element of the name, and all open ones inside it. */
    close(name: string): void {
      if (!named.get(name)) return;
      for (let element = stack.pop(); element; element = stack.pop()) {
        count(element, -1);
        if (element.name === name) return;
      }
    },
  };
}
