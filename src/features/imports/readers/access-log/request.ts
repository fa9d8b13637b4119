/** A request as a line of an access log has it, whatever the format of the log. */

/** Filled anew for each line: a log has millions. */
export interface LogRequest {
  /** As it is written; `./times.ts` reads it. */
  time: string;
  /** Empty when it is not known; so are all that follow. */
  address: string;
  method: string;
  /** Path and query as they were sent. */
  target: string;
  /** 0 when there is none. */
  status: number;
  referrer: string;
  /** Undefined where the log has none at all. */
  userAgent: string | undefined;
  /** The host that was asked; undefined where the log does not say. */
  host: string | undefined;
  /** What a browser fetches it for, such as `prefetch`; empty where the log does not say. */
  purpose: string;
}

/** Returned for a line that is no request and no fault either, such as a comment. */
export const NO_REQUEST = '';

/** Reads a line into `request`. Returns undefined when it has one, `NO_REQUEST`, or what is wrong with the line. */
export type ParseLine = (line: string, request: LogRequest) => string | undefined;

export const createRequest = (): LogRequest => ({
  time: '',
  address: '',
  method: '',
  target: '',
  status: 0,
  referrer: '',
  userAgent: undefined,
  host: undefined,
  purpose: '',
});

/** Returns a field without the dash that stands for nothing. */
export const orEmpty = (field: string): string => (field === '-' ? '' : field);

/** Splits `GET /path HTTP/1.1`; what is no such line has no method. */
export function setRequestLine(text: string, request: LogRequest): void {
  const first = text.indexOf(' ');
  const last = text.lastIndexOf(' ');
  if (first <= 0) {
    request.method = '';
    request.target = '';
    return;
  }
  request.method = text.slice(0, first);
  request.target =
    last > first && text.startsWith('HTTP/', last + 1) ? text.slice(first + 1, last) : text.slice(first + 1);
}

/** Returns the status of three digits at a position; 0 when there is none. */
export function statusAt(line: string, at: number): number {
  let status = 0;
  for (let index = at; index < at + 3; index += 1) {
    const digit = line.charCodeAt(index) - 48;
    if (!(digit >= 0 && digit <= 9)) return 0;
    status = status * 10 + digit;
  }
  return status;
}

const ESCAPE = /\\(?:x([0-9A-Fa-f]{2})|(.))/g;
const PLAIN: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', v: '\v', f: '\f' };

/** Undoes what Apache and nginx escape: `\"`, `\\`, `\n` and bytes as `\xHH`. */
export function unescapeField(field: string): string {
  if (!field.includes('\\')) return field;
  if (!field.includes('\\x')) return field.replace(ESCAPE, (_, __, mark: string) => PLAIN[mark] ?? mark);
  const bytes = Buffer.from(field, 'utf8').toString('latin1');
  const text = bytes.replace(ESCAPE, (_, hex: string | undefined, mark: string) =>
    hex === undefined ? (PLAIN[mark] ?? mark) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(text, 'latin1').toString('utf8');
}

const QUOTE = 34;
const BACKSLASH = 92;

/** Returns where the quotation mark is that ends a field which begins at `from`; -1 when there is none. */
export function findQuote(line: string, from: number): number {
  for (let at = line.indexOf('"', from); at !== -1; at = line.indexOf('"', at + 1)) {
    let before = at - 1;
    while (before >= from && line.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((at - 1 - before) % 2 === 0 && line.charCodeAt(at) === QUOTE) return at;
  }
  return -1;
}
