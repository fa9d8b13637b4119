/** Browsers by their user agent, the more specific first: most claim to be several. */
import * as labels from '../../labels/account.tsx';
import * as shared from '../../labels/shared.tsx';

const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const findName = (signs: typeof BROWSERS, userAgent: string): string | undefined =>
  signs.find(([sign]) => sign.test(userAgent))?.[1];

/** Describes a user agent: `Firefox on Windows`. Never returns the text itself, which is untrusted. */
export function describeBrowser(userAgent: string | null): string {
  const browser = findName(BROWSERS, userAgent ?? '') ?? shared.unknownBrowser;
  const system = findName(SYSTEMS, userAgent ?? '');
  return system === undefined ? browser : labels.browserOnSystem(browser, system);
}
