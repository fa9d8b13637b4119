/** Ids, pages and sizes of pages that are none, of every operation. Source: api-v1, Errors. */
import { expect, test } from 'bun:test';
import { filledPath } from '../support/filled-path.ts';
import { type OpenApiDocument, operationsOf } from '../support/openapi-document.ts';
import { statusOfMissing } from '../support/path-ids.ts';
import { refused, refusedWith } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const listOperations = async () => {
  const document: OpenApiDocument = (await server().api('GET', '/openapi.json')).body;
  return operationsOf(document);
};

const BAD_IDS = ['0', '-1', '1.5', '1e3', 'x', '%00', '%F0%9F%92%A9', '__proto__', '9'.repeat(20)];
/** What is found by another name than a number, and the notes of a downtime, whose body is looked at first. */
const NAMED = /\{(visitor_id|kudo_uid|uid|name)\}|^\/agent_signups|\{downtime_id\}/;

test('the last id of a path that is none is 400, and one of nothing 404, whatever the operation', async () => {
  const operations = (await listOperations()).filter(({ path }) => path.includes('{') && !NAMED.test(path));
  expect(operations.length).toBeGreaterThan(80);
  for (const { method, path } of operations) {
    const last = path.split('/').findLastIndex(part => part.startsWith('{'));
    const filled = (await filledPath(server(), path)).split('/');
    for (const id of BAD_IDS) {
      const body = method === 'GET' ? undefined : {};
      const { status } = await server().api(method, filled.with(last, id).join('/'), { body });
      expect([method, path, id, status]).toEqual([method, path, id, statusOfMissing(id)]);
    }
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
    for (const text of ['0', '1.5', 'x', '\u0000', '9'.repeat(20)])
      expect(await ask('page', text)).toEqual([
        path,
        refusedWith(400, 'page must be an integer of at least 1, got '),
      ]);
  }
});
