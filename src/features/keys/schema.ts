import { type Static, Type } from '@sinclair/typebox';
import { Id, model, nullable, oneOf, Timestamp } from '../../http/schema.ts';
import { line } from '../../http/text.ts';
import { type KeyView, MAX_NAME_LENGTH } from './service.ts';

const access = oneOf(['read_only', 'full_access'], {
  description: 'a read-only key may call every GET endpoint, a full-access key all of them',
});
const name = line({ isRequired: true, maxLength: MAX_NAME_LENGTH, description: 'what the key is for' });

const ApiKey = model('ApiKey', {
  id: Id,
  name: Type.String(),
  access_type: access,
  hint: Type.String({
    description:
      'how the key begins and, for keys made since there are hints, its last four characters: enough to distinguish keys, of no use to guess one',
  }),
  created_at: Timestamp,
  last_used_at: nullable(Timestamp, { description: 'to within a minute; null when it never was' }),
});

export const KeyList = Type.Object({
  keys: Type.Array(ApiKey, { description: 'without the revoked; the newest comes first' }),
});
export const KeyAnswer = Type.Object({ key: ApiKey });
export const NewKeyAnswer = Type.Object({
  key: ApiKey,
  api_key: Type.String({ description: 'the whole key: shown this once, and never again' }),
});

export const CreateKey = model(
  'CreateKey',
  { name, access_type: access },
  { name: 'weekly report', access_type: 'read_only' },
);
export const RenameKey = model('RenameKey', { name }, { name: 'monthly report' });

export const presentKey = ({ key, hint, lastUsedAt }: KeyView): Static<typeof ApiKey> => ({
  id: key.id,
  name: key.name,
  access_type: key.access,
  hint,
  created_at: key.createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});
