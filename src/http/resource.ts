/** Endpoints of a kind of item, such as goals: those of the list, and those of each item by its id. */
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import { notFound } from '../core/errors.ts';
import type { Site } from '../core/site.ts';
import {
  type AccountCall,
  type AccountContext,
  accountEndpoint,
  created,
  type Endpoint,
  type EndpointSpec,
  type Method,
  noContent,
  ok,
  type Reply,
  type RouteContext,
  type SiteCall,
  siteEndpoint,
  type UserCall,
  type UserContext,
  userEndpoint,
} from './endpoint.ts';
import { parsePathId } from './path-id.ts';

/** What a request names, by whose the items are. */
interface Contexts {
  readonly site: RouteContext & { readonly site: Site };
  readonly account: AccountContext;
  readonly user: UserContext;
}

/** What handlers receive. */
interface Calls<Body> {
  readonly site: SiteCall<unknown, Body>;
  readonly account: AccountCall<unknown, Body>;
  readonly user: UserCall<unknown, Body>;
}

type Scope = keyof Contexts;
type Spec = EndpointSpec<TObject, TSchema>;
type Access = NonNullable<Spec['access']>;

/** An operation, with what does not follow from the item. */
type Operation<Run> = Partial<Pick<Spec, 'summary' | 'operationId' | 'description' | 'hasPut'>> & {
  /** In place of that of the item. */
  readonly access?: Access;
  readonly run: Run;
};

interface Resource<In extends Scope, Row, Create extends TSchema, Change extends TSchema> {
  readonly scope: In;
  /** In the singular, such as `shared link`: answers hold it as `shared_link`, operations are `getSharedLink` and so on. */
  readonly name: string;
  /** Of one item: it ends with the parameter of its id, such as `/sites/:id/goals/:goal_id`. */
  readonly path: `${string}/:${string}`;
  readonly access?: Access;
  /** Schema of `{[name]: …}`. */
  readonly answer: TSchema;
  readonly present: (row: Row, call: Calls<unknown>[In]) => unknown;
  /** Undefined, which is answered 404, where the caller has no such item. */
  readonly find: (found: Contexts[In], id: number) => Row | undefined;
  readonly list?: Operation<(call: Calls<unknown>[In]) => readonly Row[]> & {
    /** Schema of `{[name]s: […]}`. */
    readonly answer: TSchema;
  };
  readonly create?: Operation<(call: Calls<Static<Create>>[In]) => Row | Promise<Row>> & {
    readonly body: Create;
  };
  /** Default: true. */
  readonly isShown?: false;
  readonly change?: Operation<(row: Row, call: Calls<Static<Change>>[In]) => Row | Promise<Row>> & {
    readonly body: Change;
  };
  readonly remove: Operation<(row: Row, call: Calls<unknown>[In]) => void>;
}

type Maker<In extends Scope> = <Body extends TSchema>(
  method: Method,
  path: string,
  spec: EndpointSpec<TObject, Body> & {
    readonly handle: (call: Calls<Static<Body>>[In]) => Reply | Promise<Reply>;
  },
) => Endpoint;

const ENDPOINTS = { site: siteEndpoint, account: accountEndpoint, user: userEndpoint } as const;

const pascalCase = (words: string): string =>
  words.replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Creates the endpoints of a list, as far as they are given, and GET, PATCH and DELETE of an item. Further ones below its path
 * take `access`, which answers 404 without it, and `find`.
 */
export function resource<In extends Scope, Row, Create extends TSchema, Change extends TSchema>(
  item: Resource<In, Row, Create, Change>,
) {
  const { scope, name, path, answer, list, create, change, remove } = item;
  const [, listPath = '', idParam = ''] = /^(.*)\/:(\w+)$/.exec(path) ?? [];
  const withArticle = `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
  const field = name.replaceAll(' ', '_');
  const names = pascalCase(name);
  // The compiler cannot see that the scope chooses both, the function and its call.
  const endpoint = ENDPOINTS[scope] as unknown as Maker<In>;

  function find(found: Contexts[In]): Row {
    const row = item.find(found, parsePathId(found.params, idParam, name));
    if (!row) throw notFound(name);
    return row;
  }
  const accessOf = (given = item.access) =>
    ({ ...given, [scope === 'user' ? 'checkUser' : 'check']: find }) as Access;
  const access = accessOf();
  const present = (row: Row, call: Calls<unknown>[In]) => ({ [field]: item.present(row, call) });

  const endpoints = [
    list &&
      endpoint('GET', listPath, {
        summary: `List ${name}s`,
        operationId: `list${names}s`,
        ...list,
        access: list.access ?? item.access ?? {},
        responses: { 200: list.answer },
        handle: call => ok({ [`${field}s`]: list.run(call).map(row => item.present(row, call)) }),
      }),
    create &&
      endpoint('POST', listPath, {
        summary: `Add ${withArticle}`,
        operationId: `create${names}`,
        ...create,
        access: create.access ?? item.access ?? {},
        responses: { 201: answer },
        handle: async call => created(present(await create.run(call), call)),
      }),
    item.isShown !== false &&
      endpoint('GET', path, {
        summary: `Show ${withArticle}`,
        operationId: `get${names}`,
        access,
        responses: { 200: answer },
        handle: call => ok(present(find(call), call)),
      }),
    change &&
      endpoint('PATCH', path, {
        summary: `Change ${withArticle}`,
        operationId: `patch${names}`,
        ...change,
        access: accessOf(change.access),
        responses: { 200: answer },
        handle: async call => ok(present(await change.run(find(call), call), call)),
      }),
    endpoint('DELETE', path, {
      summary: `Delete ${withArticle}`,
      operationId: `delete${names}`,
      ...remove,
      access: accessOf(remove.access),
      responses: { 204: null },
      handle(call) {
        remove.run(find(call), call);
        return noContent();
      },
    }),
  ];
  return { endpoints: endpoints.filter(found => typeof found === 'object'), access, find };
}
