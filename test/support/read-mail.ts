/** Reads a mail as a mail program does: its headers, its text and its HTML. */
export interface ReadMail {
  readonly raw: string;
  /** Decoded, by name in lower case; a name that comes twice has both values, a line each. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly html: string;
}

export function readMail(raw: string): ReadMail {
  const { headers, body } = split(raw);
  const boundary = /boundary="?([^";]+)/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = boundary === undefined ? [raw] : body.split(`--${boundary}`).slice(1, -1);
  const partOf = (type: string): string => {
    const found = parts.map(split).find(part => part.headers.get('content-type')?.startsWith(type));
    return found ? decodeBody(found).replaceAll('\r\n', '\n').trim() : '';
  };
  return { raw, headers, text: partOf('text/plain'), html: partOf('text/html') };
}

interface Part {
  readonly headers: Map<string, string>;
  readonly body: string;
}

function split(raw: string): Part {
  const [head = '', ...rest] = raw.replace(/^\r\n/, '').split('\r\n\r\n');
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r\n[ \t]/g, ' ').split('\r\n')) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase();
    const value = decodeWords(line.slice(name.length + 1).trim());
    headers.set(name, headers.has(name) ? `${headers.get(name)}\n${value}` : value);
  }
  return { headers, body: rest.join('\r\n\r\n') };
}

function decodeBody({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? decodeQuoted(body.replace(/=\r\n/g, '')) : body;
}

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text.replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** Source: RFC 2047. */
const decodeWords = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeQuoted(text.replaceAll('_', ' ')),
    );
