/** The document of a status page. It works without its script, and loads nothing. */
import type { Language } from '../../../core/languages.ts';
import type { StatusTexts } from '../text-types.ts';
import { TEXTS } from '../texts.ts';
import { drawDays } from './bars.ts';
import { createFormats, type Formats } from './formats.ts';
import type { StatusView } from './schema.ts';
import { SCRIPT, STYLE } from './style.ts';

const escapeHtml = Bun.escapeHTML;

export interface DocumentOptions {
  readonly language: Language;
  readonly isNoindex: boolean;
  /** Whether somebody can be mailed. */
  readonly hasMail: boolean;
}

/** What the parts of a document are written with. */
interface Writing {
  readonly view: StatusView;
  readonly texts: StatusTexts;
  readonly formats: Formats;
}

type Incident = StatusView['incidents'][number];
type Downtime = StatusView['downtimes'][number];
type Notes = Incident['notes'];

/** Renders a status page. Its addresses begin with the server's base path. */
export function renderDocument(view: StatusView, options: DocumentOptions): string {
  const { language, isNoindex, hasMail } = options;
  const { pathname: path } = new URL(view.page.url);
  const writing = { view, texts: TEXTS[language], formats: createFormats(language, view.time_zone) };
  const { texts } = writing;
  const title = escapeHtml(view.page.title);
  const robots = isNoindex ? '<meta name="robots" content="noindex">\n' : '';
  const about =
    view.page.description === '' ? '' : `<p class="text">${escapeHtml(view.page.description)}</p>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${robots}<title>${title}</title>
<link rel="alternate" type="application/atom+xml" href="${path}/feed.xml" title="${title}">
<style>${STYLE}</style>
</head>
<body><main>
<header><h1>${title}</h1>${about}</header>
<section class="state ${view.state}"><h2>${texts.overall[view.state]}</h2><p class="soft">${texts.updated}: ${timeOf(view.updated_at, writing)}</p></section>
${openIncidents(writing)}${comingMaintenance(writing)}${systems(writing)}${history(writing)}${hasMail ? subscribeForm(path, texts) : ''}<footer class="soft"><p>${texts.zone(`<span data-zone>${escapeHtml(view.time_zone)}</span>`)}</p><p><a href="${path}/feed.xml">${texts.feed}</a> · <a href="${path}/status.json">JSON</a></p></footer>
</main><script>${SCRIPT}</script></body>
</html>
`;
}

const timeOf = (instant: string, { formats }: Pick<Writing, 'formats'>): string =>
  `<time datetime="${instant}">${escapeHtml(formats.time(instant))}</time>`;

const section = (title: string, content: string): string =>
  `<section><h2>${title}</h2>${content}</section>\n`;

function openIncidents(writing: Writing): string {
  const open = writing.view.incidents.filter(({ resolved_at: end }) => end === null);
  if (open.length === 0) return '';
  const content = open.map(incident => `<article>${describeIncident(incident, writing)}</article>`).join('');
  return section(writing.texts.openIncidents, `<div class="box">${content}</div>`);
}

function describeIncident({ title, status, monitors, notes, started_at, resolved_at }: Incident, w: Writing) {
  const { texts, formats } = w;
  const end = resolved_at === null ? '' : ` – ${timeOf(resolved_at, w)}`;
  const affected =
    monitors.length === 0 ? '' : `<p class="soft">${escapeHtml(texts.affects(formats.list(monitors)))}</p>`;
  return `<div class="row"><h3>${escapeHtml(title)}</h3><strong>${texts.statuses[status]}</strong></div><p class="soft">${timeOf(started_at, w)}${end}</p>${affected}${listNotes(notes, w)}`;
}

/** Lists notes, the latest first. */
function listNotes(notes: Notes, writing: Writing): string {
  if (notes.length === 0) return '';
  const items = notes.toReversed().map(({ text, status, created_at }) => {
    const was = status === null ? '' : `<strong>${writing.texts.statuses[status]}</strong> · `;
    return `<li><p class="soft">${was}${timeOf(created_at, writing)}</p><p class="text">${escapeHtml(text)}</p></li>`;
  });
  return `<ol class="notes">${items.join('')}</ol>`;
}

function comingMaintenance(writing: Writing): string {
  const coming = writing.view.maintenance.filter(({ state }) => state !== 'past');
  if (coming.length === 0) return '';
  const items = coming.map(time => `<li>${describeMaintenance(time, writing)}</li>`).join('');
  return section(writing.texts.maintenance, `<ul class="box">${items}</ul>`);
}

function describeMaintenance(
  { name, monitors, starts_at, ends_at, state }: StatusView['maintenance'][number],
  writing: Writing,
): string {
  const { texts, formats } = writing;
  return `<div class="row"><h3>${escapeHtml(name)}</h3><strong>${texts[state]}</strong></div><p class="soft">${timeOf(starts_at, writing)} – ${timeOf(ends_at, writing)}</p><p class="soft">${escapeHtml(texts.affects(formats.list(monitors)))}</p>`;
}

function systems(writing: Writing): string {
  const { view, texts, formats } = writing;
  if (view.monitors.length === 0) return '';
  const items = view.monitors.map(({ name, host, state, uptime, days }) => {
    const at = host === null ? '' : ` <span class="soft">${escapeHtml(host)}</span>`;
    const share = uptime === null ? texts.notMonitored : texts.uptime(formats.percent(uptime));
    return `<li><div class="row"><h3>${escapeHtml(name)}${at}</h3><strong class="is-${state}">${texts.states[state]}</strong></div>${drawDays(days, { name, share, texts, formats })}<div class="row soft"><span>${texts.daysAgo}</span><span>${escapeHtml(share)}</span><span>${texts.today}</span></div></li>`;
  });
  return section(texts.systems, `<ul class="box">${items.join('')}</ul>`);
}

/** Lists what is over, and downtimes, by the day on which they began, the latest first. */
function history(writing: Writing): string {
  const { view, texts, formats } = writing;
  const entries = [
    ...view.incidents
      .filter(({ resolved_at: end }) => end !== null)
      .map(incident => ({ at: incident.started_at, html: describeIncident(incident, writing) })),
    ...view.downtimes.map(downtime => ({
      at: downtime.started_at,
      html: describeDowntime(downtime, writing),
    })),
    ...view.maintenance
      .filter(({ state }) => state === 'past')
      .map(time => ({ at: time.starts_at, html: describeMaintenance(time, writing) })),
  ].sort((a, b) => b.at.localeCompare(a.at));
  if (entries.length === 0) return section(texts.history, `<p>${texts.nothing}</p>`);
  const days = [...Map.groupBy(entries, ({ at }) => formats.dayOf(at))].map(
    ([day, found]) =>
      `<h3 class="day">${escapeHtml(day)}</h3><div class="box">${found.map(({ html }) => `<article>${html}</article>`).join('')}</div>`,
  );
  return section(texts.history, days.join(''));
}

function describeDowntime(downtime: Downtime, writing: Writing): string {
  const { texts, formats, view } = writing;
  const { monitor, started_at, ended_at, impact, notes } = downtime;
  const title = ended_at === null ? texts.isDown(monitor) : texts.wasDown(monitor);
  const lasted = Date.parse(ended_at ?? view.updated_at) - Date.parse(started_at);
  const state =
    ended_at === null
      ? `<strong class="is-down">${texts.ongoing}</strong>`
      : `<strong>${escapeHtml(formats.duration(lasted))}</strong>`;
  const end = ended_at === null ? '' : ` – ${timeOf(ended_at, writing)}`;
  return `<div class="row"><h3>${escapeHtml(title)}</h3>${state}</div><p class="soft">${timeOf(started_at, writing)}${end}</p>${describeImpact(impact, writing)}${listNotes(notes, writing)}`;
}

function describeImpact(impact: Downtime['impact'], { texts, formats }: Writing): string {
  if (!impact) return '';
  const sentences = [
    texts.missing(formats.missing(impact.hits)),
    ...(impact.events ? [texts.missingEvents(formats.missing(impact.events))] : []),
  ];
  return `<p>${escapeHtml(sentences.join(' '))}</p>`;
}

const subscribeForm = (path: string, texts: StatusTexts): string =>
  section(
    texts.subscribe,
    `<form class="box" method="post" action="${path}/subscriptions"><article><p class="soft">${texts.subscribeHint}</p><div class="field"><label>${texts.email}<input type="email" name="email" required maxlength="254" autocomplete="email"></label><button>${texts.subscribe}</button></div></article></form>`,
  );
