/** A mail relay on loopback: the SMTP that a client needs, with configurable faults. */
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createSecureServer, TLSSocket } from 'node:tls';
import { type ReadMail, readMail } from './read-mail.ts';

/** A mail that was taken. */
interface TakenMail extends ReadMail {
  readonly sender: string;
  readonly readers: readonly string[];
  /** As `user:password`; empty without authentication. */
  readonly credentials: string;
  readonly isEncrypted: boolean;
}

/** Another answer to a line of the client, `DATA.` for the end of a mail; `stall` for none, `drop` to hang up. */
export type Answers = (line: string) => string | undefined;

interface RelayOptions {
  readonly tls?: 'none' | 'starttls' | 'implicit';
  /** Capabilities beside those it has. */
  readonly offers?: readonly string[];
}

export interface TestRelay extends AsyncDisposable {
  readonly port: number;
  readonly mails: TakenMail[];
  /** Everything that clients said, in order. */
  readonly lines: string[];
  connections: number;
  answers: Answers;
}

const file = (name: string): string => readFileSync(join(import.meta.dir, 'tls', name), 'utf8');
const certificate = () => ({ cert: file('valid.pem'), key: file('valid.key') });

/** Starts a relay; over TLS it shows a certificate for `valid.test`. */
export async function startRelay({ tls = 'none', offers = [] }: RelayOptions = {}): Promise<TestRelay> {
  const open = new Set<Socket>();
  const relay = { mails: [], lines: [], connections: 0, answers: () => undefined } as unknown as TestRelay;
  const listen = (socket: Socket) => {
    relay.connections++;
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    serve(socket, { relay, offers, canStartTls: tls === 'starttls', isEncrypted: tls === 'implicit' });
  };
  const server: Server =
    tls === 'implicit' ? createSecureServer(certificate(), listen) : createServer(listen);
  server.on('tlsClientError', () => {});
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(relay, {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  });
}

interface Session {
  readonly relay: TestRelay;
  readonly offers: readonly string[];
  readonly canStartTls: boolean;
  readonly isEncrypted: boolean;
}

function serve(socket: Socket, session: Session, isResumed = false): void {
  const { relay } = session;
  const state = { sender: '', readers: [] as string[], credentials: '', rest: '', isInData: false };

  function say(line: string, usual: string): boolean {
    const answer = relay.answers(line) ?? usual;
    if (answer === 'drop') socket.destroy();
    else if (answer !== 'stall') socket.write(`${answer}\r\n`);
    return answer === usual;
  }

  function takeLine(line: string): void {
    relay.lines.push(line);
    const [, address = ''] = /<(.*?)>/.exec(line) ?? [];
    const verb = line.split(/[ :]/)[0]?.toUpperCase() ?? '';
    if (verb === 'EHLO') say(line, capabilities(session));
    else if (verb === 'AUTH') {
      if (say(line, '235 welcome'))
        state.credentials = atob(line.split(' ')[2] ?? '')
          .split('\0')
          .slice(1)
          .join(':');
    } else if (verb === 'MAIL') {
      if (say(line, '250 ok')) Object.assign(state, { sender: address, readers: [] });
    } else if (verb === 'RCPT') {
      if (say(line, '250 ok')) state.readers.push(address);
    } else if (verb === 'DATA') state.isInData = say(line, '354 go on');
    else if (verb === 'STARTTLS') {
      if (say(line, '220 go on')) upgrade();
    } else say(line, '250 ok');
  }

  function upgrade(): void {
    socket.removeListener('data', receive);
    const secured = new TLSSocket(socket, { isServer: true, ...certificate() });
    secured.on('error', () => {});
    serve(secured, { ...session, canStartTls: false, isEncrypted: true }, true);
  }

  function takeMail(raw: string): void {
    state.isInData = false;
    if (!say('DATA.', '250 taken')) return;
    const { sender, readers, credentials } = state;
    relay.mails.push({ ...readMail(raw), sender, readers, credentials, isEncrypted: session.isEncrypted });
  }

  function receive(chunk: Buffer): void {
    state.rest += chunk.toString('utf8');
    for (;;) {
      const end = state.isInData ? '\r\n.\r\n' : '\r\n';
      const at = state.rest.indexOf(end);
      if (at < 0) return;
      const text = state.rest.slice(0, at);
      state.rest = state.rest.slice(at + end.length);
      if (state.isInData) takeMail(text.replaceAll('\r\n..', '\r\n.'));
      else takeLine(text);
    }
  }

  socket.on('data', receive);
  if (!isResumed) say('connect', '220 relay.test');
}

function capabilities({ canStartTls, offers }: Session): string {
  const lines = ['relay.test', 'AUTH PLAIN', '8BITMIME', ...offers, ...(canStartTls ? ['STARTTLS'] : [])];
  return lines.map((line, index) => `250${index === lines.length - 1 ? ' ' : '-'}${line}`).join('\r\n');
}
