/** Ids, pages and sizes of pages that are none, of every operation. Source: api-v1, Errors. */
import { expect, test } from 'bun:test';
import { filledPath } from '../support/filled-path.ts';
import { type OpenApiDocument, operationsOf } from '../support/openapi-document.ts';
import { statusOfMissing } from '../support/path-ids.ts';
import { refused, refusedWith } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const listOperations = async () => {
  const document: OpenApiDocument = await server().get('/openapi.json');
  return operationsOf(document);
};

const BAD_IDS = ['0', '-1', '1.5', '1e3', 'x', '%00', '%F0%9F%92%A9', '__proto__', '9'.repeat(20)];

test('the last id of a path that is none is 400, and one of nothing 404, whatever the operation', async () => {
  const operations = (await listOperations()).filter(({ path }) => path.includes('{'));
  const typeOf = ({ path, parameters = [] }: (typeof operations)[number]) => {
    const name = /.*\{(\w+)\}/.exec(path)?.[1];
    return parameters.find(each => each.in === 'path' && each.name === name)?.schema.type;
  };
  const { integer = [], string = [], ...others } = Object.groupBy(operations, each => String(typeOf(each)));
  expect([integer.length > 80, string.length > 5, others]).toEqual([true, true, {}]);
  const ask = async ({ method, path }: (typeof operations)[number], ids: readonly string[]) => {
    const last = path.split('/').findLastIndex(part => part.startsWith('{'));
    const filled = (await filledPath(server(), path)).split('/');
    const body = method === 'GET' ? undefined : {};
    return Promise.all(
      ids.map(
        async id =>
          [id, (await server().api(method, filled.with(last, id).join('/'), { body })).status] as const,
      ),
    );
  };
  for (const operation of integer) {
    const expected: (readonly [string, number])[] = BAD_IDS.map(id => [id, statusOfMissing(id)]);
    expect([operation.operationId, await ask(operation, BAD_IDS)]).toEqual([operation.operationId, expected]);
  }
  // What is found by a text, as an id of the caller's own.
  for (const operation of string) {
    const [[, status]] = (await ask(operation, ['customer-7'])) as [readonly [string, number]];
    expect([operation.operationId, [200, 404]]).toEqual([
      operation.operationId,
      expect.arrayContaining([status]),
    ]);
  }
});

/** Sizes of pages of the lists that allow fewer rows than others. */
const SMALLER_PAGES: Readonly<Record<string, number>> = {
  ...{ imports: 100, insights: 50, signals: 100, uptime: 100, monitors: 100, incidents: 100 },
  ...{ '{monitor_id}': 100, user_journeys: 50 },
};

test('a page or a size that is none is 400 and named with what is allowed, in every list', async () => {
  const lists = (await listOperations()).filter(({ parameters = [] }) =>
    parameters.some(({ name }) => name === 'per_page'),
  );
  expect(lists.length).toBeGreaterThan(18);
  for (const { method, path } of lists) {
    const at = await filledPath(server(), path);
    const most = SMALLER_PAGES[path.split('/').at(-1) ?? ''] ?? 1000;
    const ask = async (name: string, text: string) => [
      path,
      await server().api(method, `${at}?${name}=${encodeURIComponent(text)}`),
    ];
    for (const text of ['0', String(most + 1), '-1', 'x', '1.5', '💩', "1';drop table hits", '__proto__']) {
      const got = /^-?\d+$/.test(text) ? text : `"${text}"`;
      const error = `per_page must be an integer from 1 to ${most}, got ${got}`;
      expect(await ask('per_page', text)).toEqual([path, refused(400, error)]);
    }
    for (const text of ['1000000000', '9'.repeat(15)])
      expect(await ask('page', text)).toMatchObject([path, { status: 200 }]);
    for (const text of ['0', '-1', '1.5', 'x', '\u0000', '9'.repeat(20)])
      expect(await ask('page', text)).toEqual([
        path,
        refusedWith(400, 'page must be an integer of at least 1, got '),
      ]);
  }
});
