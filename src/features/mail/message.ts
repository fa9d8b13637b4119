/** What a mail says, before it has a form: it waits in the outbox like this. */
export interface Message {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly items: readonly MessageItem[];
  /** A page of this server. */
  readonly link: { readonly text: string; readonly path: string };
}

export interface MessageItem {
  readonly title: string;
  readonly details: readonly string[];
}

/** `10 March 2026 at 13:04 (Europe/Berlin)`. */
export function instantInWords(instant: Date, timeZone: string): string {
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone });
  return `${words.format(instant)} (${timeZone})`;
}

/** `10 March 2026`. */
export const dayInWords = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(instant);

/** `1 issue`, `2 issues`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
