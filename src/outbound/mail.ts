/** Mail through the operator's relay. It is the operator's own address: it may be private. */
import { isIP, type Socket } from 'node:net';
import type { Transporter } from 'nodemailer';
import { openConnection } from './connect.ts';
import { raceSignal, startDeadline } from './deadline.ts';
import { MailError, toMailError } from './mail-error.ts';
import type { Resolve } from './target.ts';

/** A mail to one reader. Every field may hold any text: none of it can become a header or another reader. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Further headers by their names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The same at every attempt, so that a mail that arrived twice shows once. */
  readonly messageId: string;
  readonly date: Date;
}

export interface Mailer {
  /**
   * Hands a mail to the relay. Rejects with a `MailError` when the relay does not take it, with the signal's reason
   * when that is raised. When the answer to the whole mail is lost, it is unknown whether it was taken.
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}

export interface MailerOptions {
  /** `smtp:` (TLS when the relay offers it) or `smtps:` (TLS from the start), with user name and password. */
  readonly url: string;
  /** `Name <address>` or an address. */
  readonly from: string;
  readonly resolve: Resolve;
  /** Certificates of authorities trusted instead of the usual ones, in PEM. */
  readonly trust?: readonly string[];
  readonly timeouts?: Timeouts;
}

interface Timeouts {
  /** For finding the relay, connecting, its greeting and TLS. */
  readonly connectMs: number;
  /** Without a byte. */
  readonly idleMs: number;
  /** For a mail in all. */
  readonly totalMs: number;
}

const TIMEOUTS: Timeouts = { connectMs: 10_000, idleMs: 20_000, totalMs: 60_000 };
/** Source: RFC 6409, section 3.1; RFC 8314, section 3.3. */
const SUBMISSION_PORT = 587;
const SECURE_PORT = 465;
/** Of the relay's answers to one mail, and how often that is looked at. */
const MAX_ANSWER_BYTES = 1024 ** 2;
const TRAFFIC_CHECK_MS = 50;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

/**
 * Sends through a relay. The certificate must hold, except on this very machine. A password is sent in plain text to
 * this machine only: any other relay must offer TLS.
 */
export function createMailer(options: MailerOptions): Mailer {
  const { timeouts = TIMEOUTS, from } = options;
  const open = createOpener(options, timeouts);
  return {
    async send({ to, headers, ...content }, signal) {
      const late = () => new MailError('relay', 'the relay did not answer in time');
      const deadline = startDeadline(timeouts.totalMs, late, signal);
      try {
        const relay = await open(deadline.signal);
        await relay.sendMail({
          ...content,
          from,
          // An object is one reader; a text could be a list of them.
          to: { name: '', address: to },
          headers: { ...headers },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: deadline.signal,
        });
      } catch (error) {
        signal.throwIfAborted();
        throw toMailError(deadline.signal.aborted ? deadline.signal.reason : error, to);
      } finally {
        deadline.clear();
      }
    },
  };
}

/** Connects for one mail; the signal ends that too. */
function createOpener({ url, resolve, trust }: MailerOptions, timeouts: Timeouts) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isSecure = protocol === 'smtps:';
  const isHere = LOOPBACK.test(host);
  const target = {
    url: new URL(`smtp://${hostname}`),
    host,
    port: port === '' ? (isSecure ? SECURE_PORT : SUBMISSION_PORT) : Number(port),
    // The SMTP library starts TLS, at once or with STARTTLS.
    isSecure: false,
  };

  async function connect(signal: AbortSignal) {
    const addresses = isIP(host) === 0 ? await raceSignal(signal, resolve(host)) : [host];
    const options = { addresses, signal, timeoutMs: timeouts.connectMs };
    return limitAnswers((await openConnection(target, options)).socket);
  }

  return async (signal: AbortSignal): Promise<Transporter> => {
    // Loaded with the first mail: 19 MB that a server without a relay does without.
    const { createTransport } = await import('nodemailer');
    return createTransport({
      host,
      port: target.port,
      secure: isSecure,
      requireTLS: !isSecure && !isHere && username !== '',
      ...(username === ''
        ? {}
        : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
      tls: { rejectUnauthorized: !isHere, ...(trust ? { ca: [...trust] } : {}) },
      connectionTimeout: timeouts.connectMs,
      greetingTimeout: timeouts.connectMs,
      socketTimeout: timeouts.idleMs,
      getSocket: (_, callback) => {
        connect(signal).then(
          connection => callback(null, { connection }),
          () =>
            callback(
              new MailError('relay', `the relay ${host} takes no connection on port ${target.port}`),
              false,
            ),
        );
      },
    });
  };
}

/** Closes a connection that receives too much. The SMTP library limits a single answer, and not how many there are. */
function limitAnswers(socket: Socket): Socket {
  const timer = setInterval(() => {
    if (socket.bytesRead > MAX_ANSWER_BYTES) socket.destroy(new Error('it sends far more than answers'));
  }, TRAFFIC_CHECK_MS);
  socket.once('close', () => clearInterval(timer));
  return socket;
}
