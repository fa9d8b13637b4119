/** A name server on loopback: it answers each question with the records that a test sets. */
import { createSocket } from 'node:dgram';

const TYPES: Readonly<Record<number, string>> = {
  1: 'A',
  2: 'NS',
  5: 'CNAME',
  15: 'MX',
  16: 'TXT',
  28: 'AAAA',
};
const HEADER_BYTES = 12;

export interface NameServer extends AsyncDisposable {
  /** `127.0.0.1:port`. */
  readonly address: string;
  /** Sets the records of a type, whatever the name; null: it never answers. */
  records: Record<string, readonly Buffer[]> | null;
}

/** Writes a domain name as a message has it. */
export const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map(label => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);

export const encodeText = (text: string): Buffer => Buffer.from([text.length, ...Buffer.from(text)]);

export const encodeMail = (priority: number, host: string): Buffer =>
  Buffer.concat([Buffer.from([0, priority]), encodeName(host)]);

/** Starts a name server without records. */
export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  const server: NameServer = {
    address: '',
    records: {},
    async [Symbol.asyncDispose]() {
      socket.close();
    },
  };
  socket.on('message', (query, sender) => {
    if (server.records === null) return;
    const questionEnd = query.indexOf(0, HEADER_BYTES) + 5;
    const found = server.records[TYPES[query.readUInt16BE(questionEnd - 4)] ?? ''] ?? [];
    const header = Buffer.from(query.subarray(0, HEADER_BYTES));
    header.writeUInt16BE(found.length === 0 ? 0x8183 : 0x8180, 2);
    header.writeUInt16BE(found.length, 6);
    header.writeUInt32BE(0, 8);
    const answers = found.map(data => {
      const start = Buffer.from([
        0xc0,
        HEADER_BYTES,
        ...query.subarray(questionEnd - 4, questionEnd),
        0,
        0,
        0,
        60,
        0,
        0,
      ]);
      start.writeUInt16BE(data.length, 10);
      return Buffer.concat([start, data]);
    });
    const answer = Buffer.concat([header, query.subarray(HEADER_BYTES, questionEnd), ...answers]);
    socket.send(answer, sender.port, sender.address);
  });
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve));
  return Object.assign(server, { address: `127.0.0.1:${socket.address().port}` });
}
