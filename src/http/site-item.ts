import type { Static, TObject, TSchema } from '@sinclair/typebox';
import { notFound } from '../core/errors.ts';
import {
  type Endpoint,
  type EndpointSpec,
  noContent,
  ok,
  type RouteContext,
  type SiteCall,
  siteEndpoint,
} from './endpoint.ts';
import { parsePathId } from './path-id.ts';

type Access = NonNullable<EndpointSpec<TObject, TSchema>['access']>;
type Context = Pick<RouteContext, 'site' | 'params' | 'user'>;

/** One of the things of a site that have ids, such as a goal. */
interface SiteItem<Row, Update extends TSchema> {
  /** In the singular, such as `shared link`: answers hold it as `shared_link`, operations are `getSharedLink` and so on. */
  readonly name: string;
  /** Ends with the parameter of its id, such as `/sites/:id/goals/:goal_id`. */
  readonly path: `/sites/:id/${string}/:${string}`;
  readonly access?: Omit<Access, 'check'>;
  /** Schema of `{[name]: …}`. */
  readonly answer: TSchema;
  readonly present: (row: Row) => unknown;
  /** Undefined, which is answered 404, where the site has no such thing. */
  readonly find: (siteId: number, id: number, caller: Context) => Row | undefined;
  readonly update: {
    readonly body: Update;
    readonly description?: string;
    /** Returns it as it is then. */
    readonly run: (row: Row, call: SiteCall<unknown, Static<Update>>) => Row | Promise<Row>;
  };
  readonly remove: (row: Row, call: SiteCall<unknown, unknown>) => void;
}

const pascalCase = (words: string): string =>
  words.replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Creates GET, PATCH and DELETE of one thing of a site. Endpoints below its path take `access`, which answers 404 without
 * it, and `find`.
 */
export function siteItem<Row, Update extends TSchema>(item: SiteItem<Row, Update>) {
  const { name, path, answer, update } = item;
  const idParam = path.slice(path.lastIndexOf(':') + 1);
  const withArticle = `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
  const field = name.replaceAll(' ', '_');
  function find(caller: Context): Row {
    const row = caller.site && item.find(caller.site.id, parsePathId(caller.params, idParam, name), caller);
    if (!row) throw notFound(name);
    return row;
  }
  const access = { ...item.access, check: (found: RouteContext): void => void find(found) } satisfies Access;
  const present = (row: Row) => ok({ [field]: item.present(row) });
  const endpoints: Endpoint[] = [
    siteEndpoint('GET', path, {
      access,
      summary: `Show ${withArticle}`,
      operationId: `get${pascalCase(name)}`,
      responses: { 200: answer },
      handle: call => present(find(call)),
    }),
    siteEndpoint('PATCH', path, {
      access,
      summary: `Change ${withArticle}`,
      operationId: `patch${pascalCase(name)}`,
      ...(update.description === undefined ? {} : { description: update.description }),
      body: update.body,
      responses: { 200: answer },
      handle: async call => present(await update.run(find(call), call)),
    }),
    siteEndpoint('DELETE', path, {
      access,
      summary: `Delete ${withArticle}`,
      operationId: `delete${pascalCase(name)}`,
      responses: { 204: null },
      handle(call) {
        item.remove(find(call), call);
        return noContent();
      },
    }),
  ];
  return { endpoints, access, find };
}
