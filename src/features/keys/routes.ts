import { created, type Endpoint, userEndpoint } from '../../http/endpoint.ts';
import { resource } from '../../http/resource.ts';
import { CreateKey, KeyAnswer, KeyList, NewKeyAnswer, presentKey, RenameKey } from './schema.ts';
import type { KeysService } from './service.ts';

/** A user's own keys. Open to every plan, since a user without one may act on the account of a team. */
export const keyRoutes = ({ keys }: { readonly keys: KeysService }): Endpoint[] => [
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
  ...resource({
    scope: 'user',
    name: 'key',
    path: '/keys/:id',
    find: ({ user }, id) => keys.getActive(user.id, id),
    present: key => presentKey(keys.view(key)),
    answer: KeyAnswer,
    list: { summary: 'List the API keys', answer: KeyList, run: ({ user }) => keys.listActive(user.id) },
    isShown: false,
    change: {
      summary: 'Rename a key',
      body: RenameKey,
      hasPut: true,
      run: (key, { body }) => keys.rename(key, body.name),
    },
    remove: {
      summary: 'Revoke a key',
      description: 'At once, and for good; it may be the key of this very request.',
      run: ({ id }) => void keys.revoke(id),
    },
  }).endpoints,
];
