/** Flags of countries as emoji. */

/** Converts a two-letter country code to its flag emoji; empty for unknown codes. */
export const toFlag = (code: string): string =>
  /^[A-Z]{2}$/.test(code) && code !== 'XX'
    ? String.fromCodePoint(...[...code].map(letter => 0x1f1a5 + letter.charCodeAt(0)))
    : '';

let canDraw: boolean | undefined;

/** Returns whether the system's fonts have flag emoji; without them all look like the same empty box. */
export function canDrawFlags(): boolean {
  canDraw ??= renderPixels(toFlag('DE')) !== renderPixels(toFlag('JP'));
  return canDraw;
}

function renderPixels(text: string): string {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 24;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return '';
  context.font = '16px system-ui, sans-serif';
  context.fillText(text, 0, 18);
  return context.getImageData(0, 0, 24, 24).data.join();
}
