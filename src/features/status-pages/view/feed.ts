/** The feed of a status page. Source: RFC 4287. */
import type { Language } from '../../../core/languages.ts';
import { TEXTS } from '../texts.ts';
import { createFormats } from './formats.ts';
import type { StatusView } from './schema.ts';

const MAX_ENTRIES = 50;
/** Non-characters of Unicode that no XML document may have, not even escaped. Source: XML 1.0, section 2.2. */
const NOT_XML = /[\ufffe\uffff]/g;
const escapeXml = (text: string): string => Bun.escapeHTML(text.replace(NOT_XML, '\ufffd'));

export interface FeedOptions {
  readonly language: Language;
  readonly pageId: number;
  readonly createdAt: Date;
}

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly published: string;
  readonly updated: string;
  readonly text: string;
}

/** Renders incidents and downtimes, what changed last first. */
export function renderFeed(view: StatusView, { language, pageId, createdAt }: FeedOptions): string {
  const texts = TEXTS[language];
  const formats = createFormats(language, view.time_zone);
  const { hostname } = new URL(view.page.url);
  // Ids stay when the page gets another address. Source: RFC 4151.
  const tag = `tag:${hostname},${createdAt.getUTCFullYear()}:status-pages/${pageId}`;

  const toText = (notes: StatusView['incidents'][number]['notes']): string[] =>
    notes.toReversed().map(({ text, status, created_at }) => {
      const was = status === null ? '' : `${texts.statuses[status]} · `;
      return `${was}${formats.time(created_at)}\n${text}`;
    });
  const latest = (...times: (string | null)[]): string =>
    times.filter(time => time !== null).reduce((a, b) => (a > b ? a : b), '');

  const incidents = view.incidents.map(
    ({ id, title, status, monitors, notes, started_at, updated_at }): Entry => ({
      id: `${tag}/incidents/${id}`,
      title,
      published: started_at,
      updated: latest(started_at, updated_at, ...notes.map(note => note.created_at)),
      text: [
        texts.statuses[status],
        ...(monitors.length > 0 ? [texts.affects(formats.list(monitors))] : []),
        ...toText(notes),
      ].join('\n\n'),
    }),
  );
  const downtimes = view.downtimes.map(({ id, monitor, started_at, ended_at, notes }): Entry => {
    const lasted = Date.parse(ended_at ?? '') - Date.parse(started_at);
    return {
      id: `${tag}/downtimes/${id}`,
      title: ended_at === null ? texts.isDown(monitor) : texts.wasDown(monitor),
      published: started_at,
      updated: latest(started_at, ended_at, ...notes.map(note => note.created_at)),
      text: [
        ended_at === null ? texts.ongoing : texts.downFor(formats.duration(lasted)),
        ...toText(notes),
      ].join('\n\n'),
    };
  });
  const entries = [...incidents, ...downtimes]
    .sort((a, b) => b.updated.localeCompare(a.updated))
    .slice(0, MAX_ENTRIES);
  const updated = entries[0]?.updated ?? createdAt.toISOString();
  const url = escapeXml(view.page.url);
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${escapeXml(tag)}</id>
<title>${escapeXml(view.page.title)}</title>
<updated>${updated}</updated>
<author><name>${escapeXml(view.page.title)}</name></author>
<link rel="self" type="application/atom+xml" href="${url}/feed.xml"/>
<link rel="alternate" type="text/html" href="${url}"/>
${entries.map(entry => toXml(entry, url)).join('\n')}
</feed>
`;
}

const toXml = ({ id, title, published, updated, text }: Entry, url: string): string =>
  `<entry><id>${escapeXml(id)}</id><title>${escapeXml(title)}</title><published>${published}</published><updated>${updated}</updated><link href="${url}"/><content type="text">${escapeXml(text)}</content></entry>`;
