/** Errors of sending mail, with texts for the operator. */

/** Scope of a failure: the relay as a whole, this mail for now, or this mail permanently. */
export type MailFault = 'relay' | 'deferred' | 'refused';

/** A mail that was not taken. The message holds neither the reader's address nor the password. */
export class MailError extends Error {
  override readonly name = 'MailError';
  constructor(
    readonly fault: MailFault,
    message: string,
  ) {
    super(message);
  }
}

const MAX_ANSWER_LENGTH = 200;
/** The relay is going away. Source: RFC 5321, section 3.8. */
const CLOSING = 421;

/** What failures that the relay did not answer mean, by the words of the mail library. */
const SENTENCES: readonly (readonly [words: RegExp, sentence: (words: string) => string])[] = [
  [
    /self[- ]signed|unable to (get|verify)/i,
    words =>
      `shows a certificate of an unknown authority (${words}): name the authority's file in NODE_EXTRA_CA_CERTS`,
  ],
  [
    /does not match certificate/i,
    () => 'shows a certificate of another host: name the host of the certificate in FOOTFALL_SMTP_URL',
  ],
  [/certificate has expired/i, () => 'shows a certificate that has expired: have it renewed'],
  [
    /wrong.version.number/i,
    () => 'speaks no TLS on this port: use smtp:// in FOOTFALL_SMTP_URL, or the port for smtps://',
  ],
  [
    /connection closed/i,
    () =>
      'closed the connection before it took the mail: check host and port in FOOTFALL_SMTP_URL, and the log of the relay',
  ],
];

interface SmtpFailure {
  readonly code: string;
  readonly command: string;
  readonly status: number;
  readonly response: string;
  readonly message: string;
}

/** Converts an exception of the mail library. A 5xx answer to the recipient or the content is permanent. Source: RFC 5321, section 4.2.1. */
export function toMailError(error: unknown, to: string): MailError {
  if (error instanceof MailError) return error;
  const failure = toSmtpFailure(error, to);
  const { code, command, status } = failure;
  if (code === 'EAUTH')
    return new MailError(
      'relay',
      `the relay does not take the user name and password (${status || 'no answer'})`,
    );
  const message = `the relay ${describe(failure)}`;
  const isAboutMail =
    command === 'RCPT TO' || code === 'EMESSAGE' || (code === 'EENVELOPE' && command === 'API');
  if (!isAboutMail || status === CLOSING) return new MailError('relay', message);
  return new MailError(status >= 400 && status < 500 ? 'deferred' : 'refused', message);
}

/** The reader's address is replaced here, before anything is cut: a half of it would be one too. */
function toSmtpFailure(error: unknown, to: string): SmtpFailure {
  const withoutReader = (text: string): string =>
    text.replaceAll(new RegExp(RegExp.escape(to), 'gi'), '(reader)');
  const facts = (error instanceof Error ? error : new Error(String(error))) as Error &
    Record<string, unknown>;
  return {
    code: String(facts['code'] ?? ''),
    command: String(facts['command'] ?? ''),
    status: typeof facts['responseCode'] === 'number' ? facts['responseCode'] : 0,
    response: typeof facts['response'] === 'string' ? withoutReader(facts['response']) : '',
    message: withoutReader(facts.message),
  };
}

function describe({ code, command, response, message }: SmtpFailure): string {
  if (code === 'ETIMEDOUT') return 'did not answer in time';
  const shown = oneLine(response === '' ? message : response).slice(0, MAX_ANSWER_LENGTH);
  const known = SENTENCES.find(([words]) => words.test(shown));
  if (known && response === '') return known[1](shown);
  if (response === '') return `cannot be used: ${shown}`;
  return `answered ${shown} to ${command || 'the connection'}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
