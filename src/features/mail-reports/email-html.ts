/**
 * Renders a report as HTML for mail programs: tables and styles on each element, which is what they all understand. Those
 * that have a dark theme take its colours from the style sheet.
 */
import type { RenderedMail } from '../mail/outbox.ts';
import type { ReportFigure, ReportLine, ReportMessage, ReportSection } from './message.ts';

/** Addresses of this server that a report links to. */
export interface ReportLinks {
  readonly page: string;
  /** Where reports are chosen. */
  readonly settings: string;
  readonly unsubscribe: string;
}

const escapeHtml = Bun.escapeHTML;

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const INK = 'color:#1a2022';
const SOFT = 'color:#566168';
const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';
const COLOURS = { up: 'color:#1b6e2c', down: 'color:#b3261e', same: SOFT } as const;
const ARROWS = { up: '↑ ', down: '↓ ', same: '' } as const;

/** Between the most important numbers, in percent. */
const GAP = 4;

const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media(max-width:480px){.card{padding:20px!important}.ground{padding:8px!important}}
@media(prefers-color-scheme:dark){
.ground{background:#121617!important}
.card{background:#1a2021!important;border-color:#2e3738!important}
.ink{color:#e8edec!important}
.soft,.same{color:#a3b0af!important}
.up{color:#7fd48f!important}
.down{color:#ff9d94!important}
.line{border-color:#2e3738!important}
.track{background:#2e3738!important}
.bar{background:#63cdb8!important}
.tile{background:#222a2b!important}
.button{background:#63cdb8!important;color:#06231e!important}
.link{color:#63cdb8!important}
}`;

/** Renders a report. Every text in it may come from outside. */
export const toHtml = (message: ReportMessage, links: ReportLinks): RenderedMail['content']['html'] => ({
  style: STYLE,
  attributes: 'class="ground" style="margin:0;padding:0;background:#f6f7f5"',
  content: toTables(message, links),
});

function toTables(message: ReportMessage, links: ReportLinks): string {
  const { title, period, lead, figures, sections } = message;
  return `<table ${TABLE} class="ground" style="background:#f6f7f5"><tr><td class="ground" align="center" style="padding:24px 12px">
<table ${TABLE} style="max-width:600px;table-layout:fixed"><tr><td class="card ink" style="padding:32px;background:#ffffff;border:1px solid #dfe3e1;border-radius:10px;${FONT};font-size:16px;line-height:1.5;${INK};overflow-wrap:anywhere;word-break:break-word">
<h1 class="ink" style="margin:0;font-size:24px;line-height:1.25;${INK}">${escapeHtml(title)}</h1>
<p class="soft" style="margin:4px 0 0;${SOFT}">${escapeHtml(period)}</p>
${lead.map(sentence => `<p class="ink" style="margin:16px 0 0;${INK}">${escapeHtml(sentence)}</p>`).join('\n')}
${figuresHtml(figures)}
${buttonHtml(message, links)}
${sections.map(sectionHtml).join('\n')}
${footerHtml(message, links)}
</td></tr></table>
</td></tr></table>`;
}

function figuresHtml(figures: readonly ReportFigure[]): string {
  if (figures.length === 0) return '';
  const width = Math.floor((100 - GAP * (figures.length - 1)) / figures.length);
  const cells = figures.map(({ label, value, change, direction }, index) => {
    const gap = index === 0 ? '' : `<td width="${GAP}%" style="font-size:0">&nbsp;</td>`;
    return `${gap}<td class="tile" width="${width}%" valign="top" style="padding:16px;background:#f6f7f5;border-radius:8px">
<div class="soft" style="font-size:14px;${SOFT}">${escapeHtml(label)}</div>
<div class="ink" style="font-size:30px;line-height:1.2;font-weight:600;letter-spacing:-0.01em;${INK}">${escapeHtml(value)}</div>
<div class="${direction}" style="font-size:14px;${COLOURS[direction]}">${ARROWS[direction]}${escapeHtml(change)}</div>
</td>`;
  });
  return `<table ${TABLE} style="margin:20px 0 0"><tr>${cells.join('')}</tr></table>`;
}

const buttonHtml = ({ link }: ReportMessage, { page }: ReportLinks): string =>
  `<p style="margin:20px 0 0"><a class="button" href="${escapeHtml(page)}" style="display:inline-block;padding:10px 16px;background:#0b6e5f;color:#ffffff;border-radius:8px;font-weight:600;text-decoration:none">${escapeHtml(link.text)}</a></p>`;

function sectionHtml({ title, paragraphs, rows }: ReportSection): string {
  const texts = paragraphs.map(
    text => `<p class="ink" style="margin:8px 0 0;${INK}">${escapeHtml(text)}</p>`,
  );
  const table =
    rows.length === 0 ? '' : `<table ${TABLE} style="margin:4px 0 0">${rows.map(lineHtml).join('')}</table>`;
  return `<h2 class="ink" style="margin:32px 0 0;font-size:17px;line-height:1.3;${INK}">${escapeHtml(title)}</h2>
${texts.join('\n')}${table}`;
}

function lineHtml({ text, value, share, details }: ReportLine, index: number): string {
  const edge = index === 0 || share !== null ? '' : ';border-top:1px solid #dfe3e1';
  const below = details.map(
    detail => `<div class="soft" style="font-size:14px;${SOFT}">${escapeHtml(detail)}</div>`,
  );
  const foot = share === null ? '8px' : '4px';
  return `<tr><td class="ink line" valign="top" style="padding:8px 12px ${foot} 0${edge};${INK}">${escapeHtml(text)}${below.join('')}</td>
<td class="ink line" valign="top" align="right" style="padding:8px 0 ${foot}${edge};white-space:nowrap;font-weight:600;${INK}">${escapeHtml(value)}</td></tr>${barHtml(share)}`;
}

/** Without pictures: a coloured box as wide as the share, in a row of its own so that all are measured alike. */
function barHtml(share: number | null): string {
  if (share === null) return '';
  const width = share === 0 ? 0 : Math.max(1, Math.min(100, Math.round(share * 100)));
  return `<tr><td colspan="2" style="padding:0 0 4px"><div class="track" style="height:4px;background:#e7eae8;border-radius:2px;font-size:0;line-height:0"><div class="bar" style="width:${width}%;height:4px;background:#0b6e5f;border-radius:2px"></div></div></td></tr>`;
}

const footerHtml = ({ why }: ReportMessage, { settings, unsubscribe }: ReportLinks): string =>
  `<p class="soft line" style="margin:32px 0 0;padding:16px 0 0;border-top:1px solid #dfe3e1;font-size:14px;${SOFT}">${escapeHtml(why)}<br><a class="link" href="${escapeHtml(settings)}" style="color:#0b6e5f">Manage reports</a> · <a class="link" href="${escapeHtml(unsubscribe)}" style="color:#0b6e5f">Unsubscribe</a></p>`;
