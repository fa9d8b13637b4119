import { createHmac, randomUUID } from 'node:crypto';

const parseDomain = (from: string): string => /@([^\s<>]+)/.exec(from)?.[1] ?? 'localhost';

/** Creates a random message id at the domain of the sender. */
export const createRandomMessageId = (from: string): string => `<${randomUUID()}@${parseDomain(from)}>`;

/** Creates message ids of the mails of an outbox at the domain of the sender: the same id for each attempt, other ones in every data folder. */
export function createMessageIds(secret: Uint8Array, from: string): (mailId: number) => string {
  const domain = parseDomain(from);
  return mailId => {
    const code = createHmac('sha256', secret).update(`message ${mailId}`).digest('hex');
    return `<${mailId}.${code.slice(0, 32)}@${domain}>`;
  };
}
