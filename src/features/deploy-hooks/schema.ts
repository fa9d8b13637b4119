import { type Static, Type } from '@sinclair/typebox';
import { model, nullable, Timestamp } from '../../http/schema.ts';
import type { DeployHookRow } from './store.ts';

const DeployHook = model('DeployHook', {
  created_at: Timestamp,
  last_used_at: nullable(Timestamp, { description: 'null until a deployment has called it' }),
});

export const DeployHookAnswer = Type.Object({
  deploy_hook: nullable(DeployHook, { description: 'null where the site has none' }),
});
export const NewDeployHook = Type.Object({
  deploy_hook: DeployHook,
  url: Type.String({ description: 'the address that deployments are sent to; shown this once' }),
});

export const presentDeployHook = ({ createdAt, lastUsedAt }: DeployHookRow): Static<typeof DeployHook> => ({
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});
