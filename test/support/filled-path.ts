/** Paths of the API with their parameters filled in. */
import { crawlAll } from './crawling.ts';
import type { TestServer } from './server.ts';

/**
 * The path with its parameters (`:id` or `{id}`) replaced by resources of the server's owner, made for it;
 * those that no one can make through the API are replaced by a word.
 */
export async function filledPath(server: TestServer, path: string): Promise<string> {
  const { given, api } = server;
  if (!/[:{]/.test(path)) return path;
  const make = async (at: string, body: unknown) => (await api('POST', at, { body })).body;
  if (path.startsWith('/webhooks/')) {
    // An account may have only so many: one serves until a test has deleted it.
    const [kept] = (await api('GET', '/webhooks')).body.webhooks;
    const body = { url: 'https://hooks.example/', events: ['new_insight'] };
    const webhook = kept ?? (await make('/webhooks', body)).webhook;
    const ofWebhook = path.replace(/:id|\{id\}/, String(webhook.id));
    if (!/delivery_id/.test(path)) return ofWebhook;
    const { delivery } = await make(`/webhooks/${webhook.id}/test`, {});
    return ofWebhook.replace(/:delivery_id|\{delivery_id\}/, String(delivery.id));
  }
  const inGroup = path.startsWith('/groups/');
  const { id } = inGroup ? (await make('/groups', { name: 'Shops' })).group : await given.site();
  if (path.endsWith('/uptime')) await api('PATCH', `/sites/${id}/features`, { body: { uptime: true } });
  const filled = path.replace(/:id|\{id\}/, String(id));
  if (/\/content/.test(path)) return filled.replace(/:\w+|\{\w+\}/, String(await brokenLinkOf(server, id)));
  if (!/kudo_uid/.test(filled)) return filled.replace(/:\w+|\{\w+\}/g, 'unknown');
  const { kudo } = await make(`/sites/${id}/kudos`, { path: '/' });
  return filled.replace(/:kudo_uid|\{kudo_uid\}/, kudo.uid);
}

/** The issue of a site that is watched, and whose name leads nowhere. */
async function brokenLinkOf(server: TestServer, id: number): Promise<number> {
  await server.api('PATCH', `/sites/${id}/features`, { body: { content_monitoring: true } });
  await crawlAll(server);
  const { issues } = (await server.api('GET', `/sites/${id}/content`)).body;
  return issues.broken_links[0].id;
}
