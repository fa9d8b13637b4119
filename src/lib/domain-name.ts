/** Names of hosts in the letters that people know them by. */

/** Parameters of Punycode. Source: RFC 3492, section 5. */
const BASE = 36;
const [T_MIN, T_MAX, SKEW, DAMP, FIRST_BIAS, FIRST_CODE] = [1, 26, 38, 700, 72, 0x80];
const MAX_CODE = 0x10ffff;
const PREFIX = 'xn--';

/** Returns the value of a digit of Punycode: `a` to `z` are 0 to 25, `0` to `9` are 26 to 35. */
const digitOf = (character: string): number => {
  const value = Number.parseInt(character, BASE);
  return value < 10 ? value + 26 : value - 10;
};

/** Decodes what follows the prefix of a label; null where it is no Punycode. Source: RFC 3492, section 6.2. */
function decodePunycode(text: string): string | null {
  if (!/^[a-z0-9-]+$/.test(text)) return null;
  const end = text.lastIndexOf('-');
  const codes = Array.from(text.slice(0, Math.max(0, end)), letter => letter.charCodeAt(0));
  const digits = Array.from(text.slice(end + 1), digitOf);
  let [code, index, bias] = [FIRST_CODE, 0, FIRST_BIAS];
  for (let at = 0; at < digits.length; ) {
    const before = index;
    for (let weight = 1, place = BASE; ; place += BASE) {
      const digit = digits[at++];
      if (digit === undefined || Number.isNaN(digit)) return null;
      index += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, place - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const count = codes.length + 1;
    bias = adaptBias(index - before, count, before === 0);
    code += Math.floor(index / count);
    index %= count;
    if (!(code <= MAX_CODE)) return null;
    codes.splice(index++, 0, code);
  }
  return String.fromCodePoint(...codes);
}

/** Source: RFC 3492, section 6.1. */
function adaptBias(difference: number, count: number, isFirst: boolean): number {
  let delta = Math.floor(difference / (isFirst ? DAMP : 2));
  delta += Math.floor(delta / count);
  let place = 0;
  for (; delta > ((BASE - T_MIN) * T_MAX) / 2; place += BASE) delta = Math.floor(delta / (BASE - T_MIN));
  return place + Math.floor(((BASE - T_MIN + 1) * delta) / (delta + SKEW));
}

/**
 * Scripts that a label may be written in, each alone with digits and the hyphen: a mix of scripts may be a homograph of another
 * name, such as `аpple` with a Cyrillic letter. Japanese, Korean and Bopomofo are mixed with Han by themselves.
 */
const SCRIPTS: readonly RegExp[] = [
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\d-]+$/u,
  /^[\p{Script=Han}\p{Script=Hangul}\d-]+$/u,
  /^[\p{Script=Han}\p{Script=Bopomofo}\d-]+$/u,
  ...[
    ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Hebrew', 'Arabic', 'Devanagari', 'Bengali', 'Gurmukhi'],
    ...['Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Thai', 'Lao', 'Tibetan'],
    ...['Myanmar', 'Georgian', 'Ethiopic', 'Khmer'],
  ].map(script => new RegExp(`^(?:(?=[\\p{L}\\p{M}])\\p{Script=${script}}|[\\d-])+$`, 'u')),
];
/** Letters of other scripts that look like Latin ones: a label of these alone could be any Latin word. */
const LOOKALIKES = /^[асԁеһіјӏорԛѕԝхуъЬҽпгѵѡαικνορυωսցօհոզգ\d-]+$/u;

const isLegible = (label: string): boolean =>
  SCRIPTS.some(script => script.test(label)) && !LOOKALIKES.test(label);

/** Whether the platform writes a label as this one: then it is a valid name, and no other way to write one. */
const isWrittenAs = (label: string, encoded: string): boolean => {
  const url = `http://${label}.example`;
  return URL.canParse(url) && new URL(url).hostname === `${encoded}.example`;
};

function decodeLabel(label: string): string {
  if (!label.startsWith(PREFIX)) return label;
  const decoded = decodePunycode(label.slice(PREFIX.length));
  return decoded !== null && isLegible(decoded) && isWrittenAs(decoded, label) ? decoded : label;
}

/**
 * Decodes the labels of a host that are Punycode, for display: `xn--bcher-kva.example` as `bücher.example`. What could be taken
 * for another name stays as it is, as in browsers.
 */
export const toUnicodeHost = (host: string): string =>
  host.includes(PREFIX) ? host.split('.').map(decodeLabel).join('.') : host;
