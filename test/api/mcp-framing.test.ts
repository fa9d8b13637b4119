/** JSON-RPC framing: invalid messages, batches, notifications. */
import { expect, test } from 'bun:test';
import { callMessage, postMcp } from '../support/mcp-client.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

/** What came back: the messages of a stream, or the one of a JSON body. */
async function messagesOf(response: Response) {
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!isStream) return text === '' ? [] : [JSON.parse(text)].flat();
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data));
}

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

test.each([
  ['', PARSE_ERROR],
  ['{', PARSE_ERROR],
  ['hello', PARSE_ERROR],
  ['\u0000', PARSE_ERROR],
  ['{"jsonrpc":"2.0","id":1,"method":"tools/list"}{"jsonrpc":"2.0"}', PARSE_ERROR],
  ['event: message\ndata: {}\n\n', PARSE_ERROR],
  ['null', INVALID_REQUEST],
  ['7', INVALID_REQUEST],
  ['"tools/list"', INVALID_REQUEST],
  ['{}', INVALID_REQUEST],
  ['[]', INVALID_REQUEST],
  [`[${'{},'.repeat(100)}{}]`, INVALID_REQUEST],
  ['{"jsonrpc":"1.0","id":1,"method":"tools/list"}', INVALID_REQUEST],
  ['{"id":1,"method":"tools/list"}', INVALID_REQUEST],
  ['{"jsonrpc":"2.0","id":{},"method":"tools/list"}', INVALID_REQUEST],
  ['{"jsonrpc":"2.0","id":1,"method":7}', INVALID_REQUEST],
  [`${'['.repeat(60_000)}${']'.repeat(60_000)}`, null],
  ['[null,1,"x",{},[]]', null],
  [`[${callMessage('list_accounts')},${callMessage('list_sites')}]`, INVALID_REQUEST],
])('%p is refused with a JSON-RPC error', async (body, code) => {
  const response = await postMcp(server(), body);
  expect(response.status).toBe(400);
  const { jsonrpc, error } = await response.json();
  expect([jsonrpc, typeof error.message]).toEqual(['2.0', 'string']);
  expect(code ?? error.code).toBe(error.code);
});

test.each([
  ['{"jsonrpc":"2.0","id":1,"method":"tools/drop"}', -32_601],
  ['{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{}}', -32_601],
  ['{"jsonrpc":"2.0","id":1,"method":"tools/call"}', -32_602],
  ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}', -32_602],
  ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_sites","arguments":[]}}', -32_602],
  ['{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":7}}', -32_602],
  ['{"jsonrpc":"2.0","id":1,"method":"resources/list","params":{"cursor":{}}}', -32_602],
  ['{"jsonrpc":"2.0","id":1,"method":"resources/read"}', -32_602],
  ['{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{}}', -32_602],
  ['{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":7}}', -32_602],
  ['{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"__proto__"}}', -32_602],
])('%s is an error of its message', async (body, code) => {
  const [message] = await messagesOf(await postMcp(server(), body));
  expect([message.id, message.error.code]).toEqual([1, code]);
});

test('a body that is not JSON is 415, and the error for a missing Accept names the media types', async () => {
  const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  expect((await postMcp(server(), list, { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await postMcp(server(), list, { 'content-type': null })).status).toBe(415);
  expect((await postMcp(server(), list, { accept: 'text/html' })).status).toBe(406);
});

test('an unknown protocol version is refused, with the supported ones', async () => {
  const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  const response = await postMcp(server(), list, { 'mcp-protocol-version': '1999-01-01' });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('2025-11-25');
});

test('a batch is answered with a response for each message', async () => {
  const calls = [callMessage('list_accounts', {}, 1), callMessage('list_hits', { site_id: 99 }, 2)];
  const answers = await messagesOf(await postMcp(server(), `[${calls.join()}]`));
  expect(answers.sort((a, b) => a.id - b.id)).toEqual([
    expect.objectContaining({
      id: 1,
      result: expect.objectContaining({ structuredContent: expect.anything() }),
    }),
    expect.objectContaining({ id: 2, result: expect.objectContaining({ isError: true }) }),
  ]);
});

test('a batch is answered with an array, also when only one of its messages needs a response', async () => {
  const others = [
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","id":9,"result":{}}',
  ];
  const response = await postMcp(server(), `[${callMessage('list_accounts')},${others.join()}]`);
  expect(await response.json()).toEqual([expect.objectContaining({ id: 1, result: expect.anything() })]);
});

test('a batch that cancels one of its own requests is still answered', async () => {
  const taken = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}';
  const response = await postMcp(server(), `[${callMessage('list_accounts')},${taken}]`);
  expect(await messagesOf(response)).toEqual([expect.objectContaining({ id: 1, result: expect.anything() })]);
});

test('a call that is sent as a notification does nothing', async () => {
  const params = { name: 'create_site', arguments: { url: 'https://by-notification.example' } };
  const response = await postMcp(server(), JSON.stringify({ jsonrpc: '2.0', method: 'tools/call', params }));
  expect(response.status).toBe(202);
  const { body } = await server().api('GET', '/sites');
  expect(JSON.stringify(body)).not.toContain('by-notification');
});

test('a notification has no response', async () => {
  const response = await postMcp(server(), '{"jsonrpc":"2.0","method":"notifications/initialized"}');
  expect([response.status, await response.text()]).toEqual([202, '']);
});

test('property names of Object.prototype are unknown names like any other', async () => {
  const given = ['"__proto__":{"admin":true}', '"constructor":{"prototype":{"admin":true}}', '"toString":1'];
  for (const each of given) {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_sites","arguments":{${each}}}}`;
    const [message] = await messagesOf(await postMcp(server(), body));
    expect(message.id).toBe(1);
    expect(JSON.stringify(message)).not.toContain('unexpected');
  }
  expect({}).not.toHaveProperty('admin');
});

test('very deep arguments are refused like others', async () => {
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_site","arguments":{"url":${deep}}}}`;
  const [message] = await messagesOf(await postMcp(server(), body));
  expect(message.result?.isError ?? message.error !== undefined).toBe(true);
  expect((await server().api('GET', '/me')).status).toBe(200);
});
