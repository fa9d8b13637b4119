import { forbidden } from '../../core/errors.ts';
import {
  created,
  type Endpoint,
  noContent,
  ok,
  type RouteContext,
  siteEndpoint,
} from '../../http/endpoint.ts';
import { DeployHookAnswer, NewDeployHook, presentDeployHook } from './schema.ts';
import type { DeployHooksService } from './service.ts';

const PATH = '/sites/:id/deploy_hook';

const access = {
  plan: 'subscription',
  check({ site }: RouteContext): void {
    if (site?.insightsEnabled === false)
      throw forbidden('insights are off for this site: switch them on in its settings');
  },
} as const;

/** Deploy hooks: our own addition to the API. Source: decisions, section 10, Deploy hooks. */
export const deployHookRoutes = ({
  deployHooks,
  baseUrl,
}: {
  readonly deployHooks: Pick<DeployHooksService, 'find' | 'create' | 'remove'>;
  readonly baseUrl: string;
}): Endpoint[] => [
  siteEndpoint('GET', PATH, {
    summary: 'Show the deploy hook of a site',
    operationId: 'getDeployHook',
    access,
    responses: { 200: DeployHookAnswer },
    handle: ({ site }) => {
      const hook = deployHooks.find(site.id);
      return ok({ deploy_hook: hook ? presentDeployHook(hook) : null });
    },
  }),
  siteEndpoint('POST', PATH, {
    summary: 'Create the deploy hook of a site, or renew its address',
    operationId: 'createDeployHook',
    description: 'An earlier address ends.',
    access,
    responses: { 201: NewDeployHook },
    handle: ({ site }) => {
      const { hook, token } = deployHooks.create(site.id);
      return created({ deploy_hook: presentDeployHook(hook), url: `${baseUrl}/deploy/${token}` });
    },
  }),
  siteEndpoint('DELETE', PATH, {
    summary: 'Delete the deploy hook of a site',
    operationId: 'deleteDeployHook',
    access,
    responses: { 204: null },
    handle: ({ site }) => {
      deployHooks.remove(site.id);
      return noContent();
    },
  }),
];
