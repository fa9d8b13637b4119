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

/** A user's own keys. Open to every plan, since a user without one may act on the account of a team. */
export function keyRoutes({ keys }: { readonly keys: KeysService }): Endpoint[] {
  const findKey = ({ user, params }: UserContext) =>
    keys.getActive(user.id, parsePathId(params, 'id', 'key'));
  const rename = (method: 'PATCH' | 'PUT') =>
    userEndpoint(method, '/keys/:id', {
      summary: 'Rename a key',
      operationId: `${method.toLowerCase()}Key`,
      access: { checkUser: findKey },
      body: RenameKey,
      responses: { 200: KeyAnswer },
      handle: call => ok({ key: presentKey(keys.view(keys.rename(findKey(call), call.body.name))) }),
    });

  return [
    userEndpoint('GET', '/keys', {
      summary: 'List the API keys',
      operationId: 'listKeys',
      responses: { 200: KeyList },
      handle: ({ user }) => ok({ keys: keys.listActive(user.id).map(key => presentKey(keys.view(key))) }),
    }),
    userEndpoint('POST', '/keys', {
      summary: 'Make an API key',
      operationId: 'createKey',
      body: CreateKey,
      responses: { 201: NewKeyAnswer },
      handle: ({ user, body: { name, access_type: access } }) => {
        const { key, secret } = keys.create({ userId: user.id, name, access });
        return created({ key: presentKey(keys.view(key)), api_key: secret });
      },
    }),
    rename('PATCH'),
    rename('PUT'),
    userEndpoint('DELETE', '/keys/:id', {
      summary: 'Revoke a key',
      description: 'At once, and for good; it may be the key of this very request.',
      operationId: 'deleteKey',
      access: { checkUser: findKey },
      responses: { 204: null },
      handle: call => {
        keys.revoke(findKey(call).id);
        return noContent();
      },
    }),
  ];
}
