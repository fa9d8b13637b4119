/** A receiver of webhooks on loopback, and a server that may reach it under any name. */
import { createHmac } from 'node:crypto';
import { type Answer, startLoopbackServer } from './loopback-servers.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';

/** A received request. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into payloads of every shape
  readonly body: any;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Starts a receiver that answers 200 by default. */
export async function startReceiver() {
  const received: Received[] = [];
  let answer: Answer = (_, response) => response.end('thanks');
  const waiting: { readonly isMet: () => boolean; readonly resolve: () => void }[] = [];
  const until = (isMet: () => boolean): Promise<void> =>
    new Promise(resolve => {
      if (isMet()) resolve();
      else waiting.push({ isMet, resolve });
    });
  const outside = await startLoopbackServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { method = '', url: path = '' } = request;
      const headers = request.headers as Record<string, string>;
      received.push({ method, path, headers, text, body: JSON.parse(text) });
      for (const { isMet, resolve } of waiting) if (isMet()) resolve();
      answer(request, response);
    });
  });
  return {
    url: `http://hooks.test:${outside.port}/in`,
    received,
    /** Sets the answer to the next requests. */
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

/** Starts a receiver for one of the tests that share a server: after it the owner's webhooks are deleted. */
export async function startReceiverOf(server: TestServer): Promise<Receiver> {
  const receiver = await startReceiver();
  return {
    ...receiver,
    async [Symbol.asyncDispose]() {
      const { webhooks } = await server.get('/webhooks');
      for (const { id } of webhooks) await server.api('DELETE', `/webhooks/${id}`);
      await receiver[Symbol.asyncDispose]();
    },
  };
}

/** Computes the expected signature header of a body. */
export const signatureOf = (text: string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;

/** Starts a server that resolves every name to loopback, and may send there. */
export const startPublishingServer = (options: TestServerOptions = {}): Promise<TestServer> =>
  startTestServer({
    resolve: async () => ['127.0.0.1'],
    ...options,
    settings: { FOOTFALL_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8', ...options.settings },
  });

/** Starts due deliveries and waits for them. */
export async function deliver(server: TestServer): Promise<void> {
  await server.job('webhooks.deliver');
  await server.services.webhooks.deliveries.idle();
}

/** Creates a webhook of the owner. */
export async function aWebhook(server: TestServer, body: Record<string, unknown>) {
  const answer = await server.post('/webhooks', body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  const { webhook, signing_secret: secret } = answer.body;
  return { id: webhook.id as number, secret: secret as string, webhook };
}

/** Lists the deliveries of a webhook, newest first. */
export const deliveriesOf = async (server: TestServer, id: number) =>
  (await server.get(`/webhooks/${id}/deliveries`)).deliveries;
