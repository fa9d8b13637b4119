/** Documentation for assistants: the guide and the OpenAPI document, over MCP and by `llms.txt`; and client configurations. */
import { expect, test } from 'bun:test';
import { DOC_PAGES } from '../../src/features/docs/contents.ts';
import { connectMcp, GENERATIONS } from '../support/mcp-client.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const textOf = async (path: string): Promise<string> => (await fetch(server().url + path)).text();

test.each(GENERATIONS)('%s: every page of the guide and the document are resources', async generation => {
  await using mcp = await connectMcp(server(), { generation, key: server().owner.readOnly });
  const { resources } = await mcp.client.listResources();
  const guide = DOC_PAGES.map(({ name }) => `${server().url}/docs/${name}.md`);
  const document = `${server().url}/api/v1/openapi.json`;
  expect(resources.map(({ uri }) => uri)).toEqual([...guide, document]);
  for (const { uri, title, description, mimeType } of resources) {
    expect([uri, title, description]).toEqual([uri, expect.any(String), expect.any(String)]);
    const { contents } = await mcp.client.readResource({ uri });
    // What a browser finds at the same address.
    const found = await textOf(new URL(uri).pathname);
    expect(contents).toEqual([{ uri, mimeType: mimeType ?? '', text: found }]);
  }
  expect((await mcp.client.listResourceTemplates()).resourceTemplates).toEqual([]);
});

test('llms.txt links to the Markdown of every page, and to the endpoints for programs', async () => {
  const response = await fetch(`${server().url}/llms.txt`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const text = await response.text();
  expect(text).toStartWith('# Footfall\n\n> ');
  const links = [...text.matchAll(/^- \[(.+)\]\((.+)\): .{15,}$/gm)].map(([, title, url]) => [title, url]);
  const guide = DOC_PAGES.map(({ name, title }) => [title, `${server().url}/docs/${name}.md`]);
  expect(links.slice(0, guide.length)).toEqual(guide);
  for (const [, url = ''] of links.slice(0, -1)) {
    const { status, headers } = await fetch(url, { headers: { 'user-agent': 'test' } });
    expect([url, status, headers.get('content-type')]).toEqual([
      url,
      200,
      expect.stringMatching(/markdown|json/),
    ]);
  }
  expect(links.at(-1)).toEqual(['MCP endpoint', `${server().url}/mcp`]);
  const etag = response.headers.get('etag') ?? '';
  const again = await fetch(`${server().url}/llms.txt`, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
});

/** Addresses and headers of the set-ups that the page shows. */
async function setUps() {
  const page = await textOf('/docs/mcp.md');
  const blocks = [...page.matchAll(/^```(sh|json|toml)\n(.*?)^```$/gms)].map(([, , block = '']) => block);
  return blocks.filter(block => block.includes('/mcp'));
}

test('every set-up that the guide shows names this server and a key the same way', async () => {
  const blocks = await setUps();
  expect(blocks).toHaveLength(6);
  for (const block of blocks) {
    expect(block).toContain(`${server().url}/mcp`);
    expect(block).toMatch(/Bearer (ff-ro-YOUR_KEY|\$\{input:footfall-key\}|\$KEY)|bearer_token_env_var/);
  }
});

test('a client that is set up as the guide shows for Cursor is authorized', async () => {
  const page = await textOf('/docs/mcp.md');
  const block = /## Cursor.*?```json\n(.*?)```/s.exec(page)?.[1] ?? '';
  const { footfall } = JSON.parse(block).mcpServers;
  const key = footfall.headers.Authorization.replace('ff-ro-YOUR_KEY', server().owner.readOnly);
  const url: string = footfall.url.replace(/\/mcp$/, '');
  await using mcp = await connectMcp({ ...server(), url }, { headers: { authorization: key } });
  expect((await mcp.call('list_accounts')).isError).toBe(false);
});

test('the guide lists exactly the tools', async () => {
  await using mcp = await connectMcp(server());
  const { tools } = await mcp.client.listTools();
  const table = /^\| Tool .*?\n\n/ms.exec(await textOf('/docs/mcp.md'))?.[0] ?? '';
  const documented = [...table.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name);
  expect(documented.toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
  for (const { name, annotations } of tools) {
    const row = table.split('\n').find(line => line.includes(`\`${name}\``)) ?? '';
    expect([name, row.includes('| read |')]).toEqual([name, annotations?.readOnlyHint === true]);
  }
});
