/** Monitors of watched pages that become monitors of their site's owner. */
import { invalidBody } from '../../../core/errors.ts';
import type { MonitorInput } from '../monitors/schema.ts';
import type { MonitorRow, TargetRow } from '../monitors/store.ts';
import type { Targets } from '../monitors/targets.ts';

export interface AdoptDeps {
  readonly targets: Pick<Targets, 'describe'>;
  /** Throws 422 where a site has as many monitors as it may have. */
  readonly requireRoom: (siteId: number) => void;
}

/** Creates the function that returns what people would have set. 422 where a change does not ask for it, and for the site's own address. */
export const createAdoption =
  ({ targets, requireRoom }: AdoptDeps) =>
  (monitor: MonitorRow, input: MonitorInput): TargetRow => {
    const target = targets.describe(monitor);
    if (monitor.isHome || !target)
      throw invalidBody(
        'the monitor of the site’s own address follows the site: change its url with PATCH /sites/:id, switch it with PATCH /sites/:id/features',
      );
    if (input.is_automatic !== false)
      throw invalidBody(
        'a monitor that was added by itself is changed once it is yours: send is_automatic: false with it',
      );
    requireRoom(monitor.siteId);
    const { settings, name } = target;
    return {
      monitorId: monitor.id,
      name: name ?? '',
      kind: settings.kind,
      settings,
      heartbeatHash: null,
    };
  };
