/** Keeps what registries tell of the domains of watched sites. */
import type { Notifications } from '../mail/service.ts';
import { type FindExpiry, registeredDomainOf } from './domain-expiry.ts';
import { DOMAIN_THRESHOLDS, daysUntil, dueThreshold } from './expiry.ts';
import type { MonitorRow, UptimeStore } from './store.ts';
import type { DomainSeen } from './tables.ts';
import type { Watcher } from './watcher.ts';

export interface DomainsDeps {
  readonly store: UptimeStore;
  readonly watcher: Pick<Watcher, 'list' | 'find' | 'offlineSince'>;
  /** Takes over a monitor that has been written. */
  readonly put: (monitor: MonitorRow) => void;
  readonly findExpiry: FindExpiry;
  readonly addressOf: (siteId: number) => string | undefined;
  readonly notifications: Pick<Notifications, 'send'>;
}

const DAY_MS = 86_400_000;
/** What expires so late is asked for once a week. */
const FAR_MS = 60 * DAY_MS;
/** So many in one go, one after the other: registries turn those away who ask too much. */
const MAX_A_RUN = 50;

/** Asks for the domains that are due; says how many were asked for and how many answers came. */
export function createDomainLookup({
  store,
  watcher,
  put,
  findExpiry,
  addressOf,
  notifications,
}: DomainsDeps) {
  return async (now: Date, signal: AbortSignal): Promise<{ asked: number; answered: number }> => {
    const nowMs = now.getTime();
    const counts = { asked: 0, answered: 0 };
    const answers = new Map<string, DomainSeen['answer']>();

    async function ask(name: string): Promise<DomainSeen['answer']> {
      const known = answers.get(name);
      if (known !== undefined) return known;
      counts.asked++;
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

    for (const { siteId } of watcher.list()) {
      if (signal.aborted || counts.asked >= MAX_A_RUN || watcher.offlineSince()) break;
      const name = await registeredDomainOf(addressOf(siteId) ?? '');
      const before = watcher.find(siteId)?.domain ?? null;
      if (name === null ? before === null : !isDue(before, name, nowMs)) continue;
      const answer = name === null ? null : await ask(name);
      // Checks go on meanwhile.
      const monitor = watcher.find(siteId);
      if (monitor) keep(monitor, name, answer, nowMs);
    }
    return counts;
  };

  function keep(monitor: MonitorRow, name: string | null, answer: DomainSeen['answer'], nowMs: number): void {
    const known = monitor.domain?.name === name ? monitor.domain : null;
    const told = known?.told ?? null;
    const threshold = answer
      ? dueThreshold(answer.expiresAtMs, nowMs, { thresholds: DOMAIN_THRESHOLDS, told })
      : null;
    const domain =
      name === null
        ? null
        : {
            name,
            askedAtMs: nowMs,
            answer: answer ?? known?.answer ?? null,
            told: answer && threshold !== null ? { expiresAtMs: answer.expiresAtMs, threshold } : told,
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

/** Asked for at most once a day. Source: decisions, section 7. */
function isDue(domain: DomainSeen | null, name: string, nowMs: number): boolean {
  if (domain?.name !== name) return true;
  const isFar = domain.answer !== null && domain.answer.expiresAtMs - nowMs > FAR_MS;
  return Math.abs(nowMs - domain.askedAtMs) >= (isFar ? 7 * DAY_MS : DAY_MS);
}
