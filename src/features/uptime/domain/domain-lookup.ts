/** Looks up the expiry of the domains of monitored sites. */

import { DAY_MS, WEEK_MS } from '../../../lib/time-units.ts';
import type { Notifications } from '../../mail/service.ts';
import type { CheckScheduler } from '../check/check-scheduler.ts';
import { DOMAIN_THRESHOLDS, daysUntil, dueThreshold } from '../expiry.ts';
import type { MonitorRow } from '../monitors/store.ts';
import type { UptimeStore } from '../store.ts';
import type { DomainSeen } from '../tables.ts';
import { type FindExpiry, findRegisteredDomain } from './domain-expiry.ts';

export interface DomainsDeps {
  readonly store: UptimeStore;
  readonly scheduler: Pick<CheckScheduler, 'list' | 'find' | 'offlineSince'>;
  /** Replaces a monitor with its saved version. */
  readonly put: (monitor: MonitorRow) => void;
  readonly findExpiry: FindExpiry;
  /** Returns the site's own address; undefined while it is not monitored. */
  readonly findUrl: (siteId: number) => string | undefined;
  readonly notifications: Pick<Notifications, 'send'>;
}

/** Domains that expire later are looked up once a week. */
const FAR_EXPIRY_MS = 60 * DAY_MS;
/** Lookups of one run, one after the other: registries limit their clients. */
const MAX_LOOKUPS = 50;

/**
 * Creates the lookup of domains that are due. It returns how many were looked up, and how many lookups had an answer.
 */
export function createDomainLookup({
  store,
  scheduler,
  put,
  findExpiry,
  findUrl,
  notifications,
}: DomainsDeps) {
  return async (now: Date, signal: AbortSignal): Promise<{ lookups: number; answered: number }> => {
    const nowMs = now.getTime();
    const counts = { lookups: 0, answered: 0 };
    const answers = new Map<string, DomainSeen['answer']>();

    async function lookUp(name: string): Promise<DomainSeen['answer']> {
      const known = answers.get(name);
      if (known !== undefined) return known;
      counts.lookups++;
      const found = await findExpiry(name, signal);
      const answer = found && {
        atMs: nowMs,
        expiresAtMs: found.expiresAt.getTime(),
        source: found.source,
      };
      if (answer) counts.answered++;
      answers.set(name, answer);
      return answer;
    }

    for (const { id, siteId } of scheduler.list().filter(({ isHome }) => isHome)) {
      if (signal.aborted || counts.lookups >= MAX_LOOKUPS || scheduler.offlineSince()) break;
      const url = findUrl(siteId);
      if (url === undefined) continue;
      const name = await findRegisteredDomain(url);
      const before = scheduler.find(id)?.domain ?? null;
      if (name === null ? before === null : !isDue(before, name, nowMs)) continue;
      const answer = name === null ? null : await lookUp(name);
      // Checks may have changed the monitor during the lookup.
      const monitor = scheduler.find(id);
      if (monitor) save(monitor, name, { answer, nowMs });
    }
    return counts;
  };

  function save(
    monitor: MonitorRow,
    name: string | null,
    { answer, nowMs }: { readonly answer: DomainSeen['answer']; readonly nowMs: number },
  ): void {
    const known = monitor.domain?.name === name ? monitor.domain : null;
    const lastNotified = known?.lastNotified ?? null;
    const threshold = answer
      ? dueThreshold(answer.expiresAtMs, nowMs, { thresholds: DOMAIN_THRESHOLDS, lastNotified })
      : null;
    const domain =
      name === null
        ? null
        : {
            name,
            lookedUpAtMs: nowMs,
            answer: answer ?? known?.answer ?? null,
            lastNotified:
              answer && threshold !== null ? { expiresAtMs: answer.expiresAtMs, threshold } : lastNotified,
          };
    const isNew = domain?.answer?.expiresAtMs !== monitor.domain?.answer?.expiresAtMs;
    const row = { ...monitor, domain, updatedAt: isNew ? new Date(nowMs) : monitor.updatedAt };
    store.transaction(() => {
      store.saveMonitor(row);
      if (answer && threshold !== null && name !== null)
        notifications.send('domain_expiry', {
          siteId: monitor.siteId,
          domain: name,
          expiresAt: new Date(answer.expiresAtMs),
          daysLeft: daysUntil(answer.expiresAtMs, nowMs),
        });
    });
    put(row);
  }
}

/** Returns whether a domain is due: once a day at most. Source: decisions, section 7. */
function isDue(domain: DomainSeen | null, name: string, nowMs: number): boolean {
  if (domain?.name !== name) return true;
  const isFar = domain.answer !== null && domain.answer.expiresAtMs - nowMs > FAR_EXPIRY_MS;
  return Math.abs(nowMs - domain.lookedUpAtMs) >= (isFar ? WEEK_MS : DAY_MS);
}
