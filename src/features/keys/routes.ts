import {
  created,
  type Endpoint,
  noContent,
  ok,
  type UserContext,
  userEndpoint,
} from '../../http/endpoint.ts';
import { parsePathId } from '../../http/path-id.ts';
import { CreateKey, KeyAnswer, KeyList, NewKeyAnswer, presentKey, RenameKey } from './schema.ts';
import type { KeysService } from './service.ts';

const tag = 'Keys';

/** A user's own keys. Open to every plan, since a user without one may act on the account of a team. */
export function keyRoutes({ keys }: { readonly keys: KeysService }): Endpoint[] {
  const findKey = ({ user, params }: UserContext) =>
    keys.getActive(user.id, parsePathId(params, 'id', 'key'));
  const rename = (method: 'PATCH' | 'PUT') =>
    userEndpoint(
      {
        method,
        path: '/keys/:id',
        tag,
        summary: 'Rename a key',
        operationId: `${method.toLowerCase()}Key`,
        access: { checkUser: findKey },
        body: RenameKey,
        responses: { 200: KeyAnswer },
      },
      call => ok({ key: presentKey(keys.view(keys.rename(findKey(call), call.body.name))) }),
    );

  return [
    userEndpoint(
      {
        method: 'GET',
        path: '/keys',
        tag,
        summary: 'List the API keys',
        operationId: 'listKeys',
        responses: { 200: KeyList },
      },
      ({ user }) => ok({ keys: keys.listActive(user.id).map(key => presentKey(keys.view(key))) }),
    ),
    userEndpoint(
      {
        method: 'POST',
        path: '/keys',
        tag,
        summary: 'Make an API key',
        operationId: 'createKey',
        body: CreateKey,
        responses: { 201: NewKeyAnswer },
      },
      ({ user, body: { name, access_type: access } }) => {
        const { key, secret } = keys.create({ userId: user.id, name, access });
        return created({ key: presentKey(keys.view(key)), api_key: secret });
      },
    ),
    rename('PATCH'),
    rename('PUT'),
    userEndpoint(
      {
        method: 'DELETE',
        path: '/keys/:id',
        tag,
        summary: 'Revoke a key',
        description: 'At once, and for good; it may be the key of this very request.',
        operationId: 'deleteKey',
        access: { checkUser: findKey },
        responses: { 204: null },
      },
      call => {
        keys.revoke(findKey(call).id);
        return noContent();
      },
    ),
  ];
}
