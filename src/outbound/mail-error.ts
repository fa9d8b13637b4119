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
const UNKNOWN_AUTHORITY = /self[- ]signed|unable to (get|verify)/i;

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
  if (UNKNOWN_AUTHORITY.test(shown))
    return `shows a certificate of an unknown authority (${shown}): name the authority's file in NODE_EXTRA_CA_CERTS`;
  if (response === '') return `cannot be used: ${shown}`;
  return `answered ${shown} to ${command || 'the connection'}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
