/** The last days of a monitor as bars, with their text. */
import { toDownPart } from '../../../core/uptime-days.ts';
import type { StatusTexts } from '../text-types.ts';
import type { Formats } from './formats.ts';
import type { StatusView } from './schema.ts';

type Day = StatusView['monitors'][number]['days'][number];

const HEIGHT = 32;
const STEP = 5;
const WIDTH = 4;

/** Whole bars for days that were monitored, low ones for others: colour alone tells nothing. */
const bar = (index: number, height: number): string =>
  `M${index * STEP} ${HEIGHT - height}h${WIDTH}v${height}h-${WIDTH}z`;

/** Draws bars. Days without a downtime are one path: a page may show a hundred monitors. */
export function drawDays(
  days: readonly Day[],
  context: {
    readonly name: string;
    readonly share: string;
    readonly texts: StatusTexts;
    readonly formats: Formats;
  },
): string {
  const { name, share, texts, formats } = context;
  const paths = { u: '', n: '' };
  const rest: string[] = [];
  const words: string[] = [];
  for (const [index, { date, uptime, downtime_seconds: seconds }] of days.entries()) {
    if (uptime === null) paths.n += bar(index, HEIGHT / 4);
    else if (seconds === 0) paths.u += bar(index, HEIGHT);
    else {
      const word = `${formats.day(date)}: ${texts.downFor(formats.duration(seconds * 1000))}`;
      words.push(word);
      const part = toDownPart({ uptime, isDown: true });
      // The whole bar has the text.
      rest.push(
        `<g><title>${Bun.escapeHTML(word)}</title><path class="u" d="${bar(index, HEIGHT)}"/><path class="d" d="${bar(index, Math.round(HEIGHT * part))}"/></g>`,
      );
    }
  }
  const label = `${name}: ${share}; ${words.length === 0 ? texts.noDowntime : words.join('; ')}`;
  const plain = Object.entries(paths).map(([kind, d]) =>
    d === '' ? '' : `<path class="${kind}" d="${d}"/>`,
  );
  return `<svg viewBox="0 0 ${days.length * STEP - 1} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${Bun.escapeHTML(label)}">${plain.join('')}${rest.join('')}</svg>`;
}
