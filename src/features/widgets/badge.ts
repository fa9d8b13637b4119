/** Draws a counter as SVG, with presentation attributes only, which no content security policy blocks. */

export interface Badge {
  readonly label: string;
  readonly value: string;
  /** Three or six hexadecimal digits. */
  readonly color: string;
}

const HEIGHT = 20;
const PADDING = 6;
const LABEL_COLOR = '3d444d';

/** Draws an SVG image for light and dark pages; screen readers read it as "label: value". */
export function drawBadge({ label, value, color }: Badge): string {
  const [left, right] = [measureText(label), measureText(value)];
  const split = left + 2 * PADDING;
  const width = split + right + 2 * PADDING;
  const name = escapeXml(`${label}: ${value}`);
  const drawText = (text: string, { at, length, ink }: { at: number; length: number; ink: string }) =>
    `<text x="${at}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs" fill="${ink}">${escapeXml(text)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${name}">`,
    `<title>${name}</title>`,
    `<path d="M${split} 0V${HEIGHT}H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#${LABEL_COLOR}"/>`,
    `<path d="M${split} 0V${HEIGHT}H${width - 3}a3 3 0 0 0 3-3V3a3 3 0 0 0-3-3z" fill="#${color}"/>`,
    // Keeps its shape where the page has one of the two colours.
    `<rect x=".5" y=".5" width="${width - 1}" height="${HEIGHT - 1}" rx="2.5" fill="none" stroke="#808080" stroke-opacity=".5"/>`,
    '<g font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">',
    drawText(label, { at: PADDING, length: left, ink: '#fff' }),
    drawText(value, { at: split + PADDING, length: right, ink: textColorOn(color) }),
    '</g></svg>\n',
  ].join('');
}

/** Widths of letters in 11 px Verdana, roughly; all others are 7 wide. */
const WIDTHS: readonly (readonly [letters: RegExp, width: number])[] = [
  [/^[ .,:;'!|ijl]/, 3.6],
  [/^[-()[\]/\\frtI]/, 4.6],
  [/^[ckszvxy]/, 6.2],
  [/^[mwMW@%]/, 10],
];

/** About as wide as a text is; the picture stretches it to just that in whatever font there is. */
function measureText(text: string): number {
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const known = WIDTHS.find(([letters]) => letters.test(segment))?.[1];
    width += known ?? (Bun.stringWidth(segment) > 1 ? 14 : 7);
  }
  return Math.max(1, Math.round(width));
}

/** Black or white, whichever stands out more. Source: WCAG 2, relative luminance. */
function textColorOn(color: string): string {
  const digits = color.length === 3 ? color.replace(/./g, '$&$&') : color;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map(at => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return (luminance + 0.05) ** 2 > 1.05 * 0.05 ? '#000' : '#fff';
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, sign => ENTITIES[sign] ?? '');
