/** Deploy hooks: a secret address of a site by which deployments mark themselves as signals. */
import type { Clock } from '../../core/clock.ts';
import { forbidden, notFound, rateLimited } from '../../core/errors.ts';
import type { Site } from '../../core/site.ts';
import { createWindowLimit } from '../../http/window-limit.ts';
import { HOUR_MS, MINUTE_MS } from '../../lib/time-units.ts';
import { createToken, hashToken, matchesTokenHash } from '../../lib/token.ts';
import type { SignalsService } from '../signals/service.ts';
import type { Deploy } from './payloads/deploy.ts';
import type { DeployHookRow, DeployHooksStore } from './store.ts';

export interface DeployHooksDeps {
  readonly store: DeployHooksStore;
  readonly findSite: (id: number) => Site | undefined;
  /** Returns whether the plan of a site's owner includes insights. */
  readonly isSubscribed: (ownerId: number) => boolean;
  /** Returns whether a site has a signal of this `external_id`. */
  readonly hasSignal: (siteId: number, externalId: string) => boolean;
  readonly signals: Pick<SignalsService, 'write'>;
  readonly clock: Clock;
}

/** Result of a call. */
export type Outcome =
  | { readonly status: 'created' | 'known' }
  | { readonly status: 'ignored'; readonly reason: string };

/** Signals that one site gets in an hour: more come from a program that has run wild. */
const MAX_DEPLOYS_PER_HOUR = 60;

export function createDeployHooksService(deps: DeployHooksDeps) {
  const { store, findSite, hasSignal, signals, clock } = deps;
  const deploys = createWindowLimit({ limit: MAX_DEPLOYS_PER_HOUR, windowMs: HOUR_MS, clock });

  return {
    find: store.find,

    /** Makes the hook of a site, and ends an earlier one. The secret is returned this once. */
    create(siteId: number): { readonly hook: DeployHookRow; readonly token: string } {
      const token = createToken();
      const hook = { siteId, tokenHash: hashToken(token), createdAt: clock.now(), lastUsedAt: null };
      store.save(hook);
      return { hook, token };
    },

    remove: store.remove,

    /** Returns the hook that a secret names. It is looked up by its hash, and compared in constant time. */
    findByToken(token: string): DeployHookRow | undefined {
      const hook = store.findByHash(hashToken(token));
      return matchesTokenHash(token, hook?.tokenHash) ? hook : undefined;
    },

    /** Records a deployment as a signal, once for each id. 404 where the site is gone, 403 where it has no insights, 429 for too many. */
    record({ siteId, lastUsedAt }: DeployHookRow, deploy: Deploy): Outcome {
      const site = findSite(siteId);
      if (!site) throw notFound('deploy hook');
      if (!deps.isSubscribed(site.ownerId)) throw forbidden('an active subscription is required');
      if (!site.insightsEnabled)
        throw forbidden('insights are off for this site: switch them on in its settings');
      const now = clock.now();
      // Once a minute is enough, however often it is called.
      if (now.getTime() - (lastUsedAt?.getTime() ?? 0) >= MINUTE_MS) store.noteUse(siteId, now);
      if (deploy.kind === 'ignored') return { status: 'ignored', reason: deploy.reason };
      const externalId = deploy.id === null ? null : `deploy:${deploy.id}`;
      if (externalId !== null && hasSignal(siteId, externalId)) return { status: 'known' };
      const seconds = deploys.take(String(siteId));
      if (seconds > 0)
        throw rateLimited(
          `at most ${MAX_DEPLOYS_PER_HOUR} deployments in an hour are marked; try again in ${seconds} seconds`,
          seconds,
        );
      signals.write(siteId, {
        occurred_at: now.toISOString(),
        title: deploy.title,
        description: deploy.description,
        category: 'launch',
        metadata: { ...deploy.metadata },
        external_id: externalId,
      });
      return { status: 'created' };
    },
  };
}

export type DeployHooksService = ReturnType<typeof createDeployHooksService>;
