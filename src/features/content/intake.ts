import type { OutboundResponse } from '../../outbound/fetch.ts';
import { readAddress, type SiteScope } from './addresses.ts';
import type { Book } from './book.ts';
import type { Link } from './link.ts';
import { isUpgrading, readPageLinks } from './page-links.ts';
import { textOfPage } from './page-text.ts';
import { readSitemap } from './sitemap.ts';
import { inSteps } from './steps.ts';
import { isHtml } from './visit.ts';

export interface Intake {
  readonly scope: SiteScope;
  readonly book: Book;
  /** True: what lies on other hosts is nobody's concern. */
  readonly isRestricted: boolean;
  readonly nowMs: () => number;
  /** Called for each address at its first sight in the crawl. */
  readonly onNew: (link: Link) => void;
}

const MAX_SITEMAPS = 50;

/** Notes what a page of the site leads to. What it turns out to be instead (elsewhere, no page) leads to nothing. */
export async function takePage(intake: Intake, asked: Link, response: OutboundResponse): Promise<void> {
  const { scope, book } = intake;
  const final = readAddress(response.finalUrl, response.finalUrl);
  if (!final || !scope.isOwn(final) || !isHtml(response)) {
    book.wasRead(asked);
    return;
  }
  const page = final.href === asked.url ? asked : redirectedPage(intake, final.href);
  if (page !== asked) book.wasRead(asked);
  // Two addresses that lead to it may have been asked for side by side.
  if (!page || page.readIn === book.crawl) return;
  const upgradesRequests = isUpgrading(response.headers.get('content-security-policy'));
  const html = textOfPage(response.body, response.headers.get('content-type') ?? '');
  const { links, mixed } = await readPageLinks(html, final.href, { upgradesRequests });
  await inSteps(links.values(), ({ url, isToPage }) => {
    if (url.href === page.url || (intake.isRestricted && !scope.isOwn(url))) return;
    const link = book.see(url.href, isToPage && scope.isPage(url) ? 'page' : 'link', page);
    if (link) intake.onNew(link);
  });
  for (const url of mixed) book.seeMixed(url, page, intake.nowMs());
  // Of a page that was cut, the rest may lead anywhere.
  if (!response.isCut) book.wasRead(page);
}

/** The page that an answer came from; undefined beyond the limits. */
function redirectedPage({ book, nowMs }: Intake, url: string): Link | undefined {
  book.see(url, 'page', null);
  const page = book.find(url);
  if (!page || page.readIn === book.crawl) return page;
  book.judged(page, { verdict: 'ok', statusCode: 200, errorMessage: null, failingSince: null }, nowMs());
  return page;
}

/** Notes the pages that a sitemap lists, as far as they are the site's own. */
export async function takeSitemap(intake: Intake, sitemap: Link, { body }: OutboundResponse): Promise<void> {
  const { scope, book } = intake;
  const listed = await readSitemap(body);
  const note = (text: string, kind: 'page' | 'sitemap') => {
    const url = readAddress(text, sitemap.url);
    if (!url || !scope.isOwn(url) || (kind === 'page' && !scope.isPage(url))) return;
    if (kind === 'sitemap' && book.countSitemaps() >= MAX_SITEMAPS) return;
    const link = book.see(url.href, kind, sitemap);
    if (link) intake.onNew(link);
  };
  for (const text of listed.sitemaps) note(text, 'sitemap');
  await inSteps(listed.pages, text => note(text, 'page'));
  book.wasRead(sitemap);
}
