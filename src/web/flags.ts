/** Flags of countries, as letters of the system's own. */

/** The flag of a country by its code of two letters; empty for what has none. */
export const toFlag = (code: string): string =>
  /^[A-Z]{2}$/.test(code) && code !== 'XX'
    ? String.fromCodePoint(...[...code].map(letter => 0x1f1a5 + letter.charCodeAt(0)))
    : '';

let canDraw: boolean | undefined;

/** Whether the system has letters for flags. Without, all would be the same empty box: then none is shown. */
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
