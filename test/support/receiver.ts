/** A receiver of webhooks on loopback, and a server that may reach it under any name. */
import { createHmac } from 'node:crypto';
import { type Answer, startOutside } from './outside.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';

/** What has been sent to the receiver. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into payloads of every shape
  readonly body: any;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Takes everything in; answers 200 until it is told otherwise. */
export async function startReceiver() {
  const received: Received[] = [];
  let answer: Answer = (_, response) => response.end('thanks');
  const waiting: { readonly isMet: () => boolean; readonly resolve: () => void }[] = [];
  const until = (isMet: () => boolean): Promise<void> =>
    new Promise(resolve => {
      if (isMet()) resolve();
      else waiting.push({ isMet, resolve });
    });
  const outside = await startOutside((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      received.push({ headers: request.headers as Record<string, string>, text, body: JSON.parse(text) });
      for (const { isMet, resolve } of waiting) if (isMet()) resolve();
      answer(request, response);
    });
  });
  return {
    url: `http://hooks.test:${outside.port}/in`,
    received,
    /** How the next requests are answered. */
    answers(status: number, headers: Record<string, string> = {}, body = ''): void {
      answer = (_, response) => response.writeHead(status, headers).end(body);
    },
    answersWith(next: Answer): void {
      answer = next;
    },
    /** Resolves once so many requests have come in. */
    got: (count: number): Promise<void> => until(() => received.length >= count),
    /** Resolves once a request has come in after which the condition is met. */
    until,
    [Symbol.asyncDispose]: () => outside[Symbol.asyncDispose](),
  };
}

/** The header that a receiver expects for a body. */
export const signatureOf = (text: string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;

/** A server for which every name leads to loopback, and which may call there. */
export const startTellingServer = (options: TestServerOptions = {}): Promise<TestServer> =>
  startTestServer({
    resolve: async () => ['127.0.0.1'],
    ...options,
    settings: { FOOTFALL_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8', ...options.settings },
  });

/** Begins what is due and waits until it is over. */
export async function deliver(server: TestServer): Promise<void> {
  await server.job('webhooks.deliver');
  await server.services.deliveries.settled();
}

/** A webhook of the owner's, as the API answers it, and its secret. */
export async function aWebhook(server: TestServer, body: Record<string, unknown>) {
  const answer = await server.api('POST', '/webhooks', { body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  const { webhook, signing_secret: secret } = answer.body;
  return { id: webhook.id as number, secret: secret as string, webhook };
}

/** A webhook's deliveries, newest first. */
export const deliveriesOf = async (server: TestServer, id: number) =>
  (await server.api('GET', `/webhooks/${id}/deliveries`)).body.deliveries;
