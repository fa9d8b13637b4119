import { readTags } from '../../lib/html.ts';
import { parseHttpUrl } from '../../lib/url.ts';

/** Icons are shown in 16 pixels, on fine screens in 32. */
const WANTED_PX = 32;
/** Of an icon that does not say: between those that are too small and those that are far too large. */
const UNKNOWN_PX = 48;

/** Returns the addresses of the icons that a page names, the best first. SVG is left out: it is not shown. */
export async function findIconLinks(html: string, pageUrl: string): Promise<string[]> {
  const found: { readonly url: string; readonly rank: number }[] = [];
  for await (const { name, isEnd, attributes } of readTags(html)) {
    if (name === 'body') break;
    if (name !== 'link' || isEnd) continue;
    const relations = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
    const url = parseHttpUrl(URL.parse(attributes.get('href') ?? '', pageUrl)?.href ?? '');
    const isIcon = relations.includes('icon') || relations.includes('apple-touch-icon');
    if (!isIcon || !url || /svg/i.test(attributes.get('type') ?? '') || url.pathname.endsWith('.svg'))
      continue;
    const px = Number.parseInt(attributes.get('sizes') ?? '', 10) || UNKNOWN_PX;
    // Enlarged ones look worst.
    found.push({ url: url.href, rank: px < WANTED_PX ? 1000 - px : px });
  }
  return found.sort((left, right) => left.rank - right.rank).map(({ url }) => url);
}
