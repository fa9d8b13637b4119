/** Typed publish/subscribe between the parts of the server, within the process. */
import type { NewHit } from './hits/row.ts';
import type { Kudo } from './kudo.ts';
import type { Log } from './log.ts';
import type { Site } from './site.ts';
import type { Day } from './span.ts';

/**
 * When the handlers of an event run, and what an exception of one does:
 * - `inline`: on the publisher's stack, hence within its transaction where it has one. An exception reaches the publisher,
 *   and a transaction is rolled back.
 * - `after-commit`: on the publisher's stack, once the data is on disk. An exception is logged, the other handlers run.
 * - `awaited`: one after another, and the publisher waits for them. A rejection reaches the publisher.
 * In each phase handlers run in the order in which they subscribed.
 */
type Phase = 'inline' | 'after-commit' | 'awaited';

/** What handlers of an event receive. */
interface Payloads {
  /** Live hits, events and agent visits, with their ids in the same order. Imported rows are not published. */
  'hits.stored': { readonly rows: readonly NewHit[]; readonly ids: readonly number[] };
  /** A site whose stored rows were removed, or spam hits restored. */
  'hits.changed': { readonly siteId: number };
  /** Kudos that a transaction is adding. */
  'kudos.added': readonly Kudo[];
  /** The same kudos once they are on disk. */
  'kudos.stored': readonly Kudo[];
  /** A mail that the outbox has recorded, possibly in a transaction that goes on. */
  'mail.recorded': { readonly kind: string };
  /** A feature that was set to on or off: also to what it was before, when the site gets another URL or is deleted. */
  'site.feature-switched': { readonly site: Site; readonly feature: SiteFeature; readonly isOn: boolean };
  /** A deleted site whose hits are removed; handlers remove what else belongs to it. May be published more than once. */
  'site.purged': { readonly siteId: number };
  /** A site that another account has got; handlers end what members and programs of the one before could do with it. */
  'site.moved': { readonly siteId: number; readonly fromId: number; readonly toId: number };
  /** A site all of whose rows are about to be removed; handlers forget what was made of them. */
  'site.reset': { readonly siteId: number };
  /** Rows of some days of a site that an import added, or its undo removed, or soon will have. */
  'site.days-changed': { readonly siteId: number; readonly firstDay: Day; readonly lastDay: Day };
  /** The server accepts connections; links in mails and payloads begin with `baseUrl`. */
  'server.listening': { readonly baseUrl: string };
}

/** Features of a site that run in the background while they are on. */
export type SiteFeature = 'uptime' | 'content_monitoring';

const PHASES = {
  'hits.stored': 'after-commit',
  'hits.changed': 'after-commit',
  'kudos.added': 'inline',
  'kudos.stored': 'after-commit',
  'mail.recorded': 'inline',
  'site.feature-switched': 'inline',
  'site.purged': 'awaited',
  'site.reset': 'inline',
  'site.moved': 'inline',
  'site.days-changed': 'inline',
  'server.listening': 'inline',
} as const satisfies Record<keyof Payloads, Phase>;

export type EventName = keyof Payloads;
type AwaitedName = { [Name in EventName]: (typeof PHASES)[Name] extends 'awaited' ? Name : never }[EventName];
type SyncName = Exclude<EventName, AwaitedName>;

/** What a handler returns: nothing, or for awaited events a promise. */
type HandlerResult<Name extends EventName> = Name extends AwaitedName ? void | Promise<void> : void;
type Handler<Name extends EventName> = (payload: Payloads[Name]) => HandlerResult<Name>;

/** The bus that the parts of one server share. */
export interface Events {
  subscribe<Name extends EventName>(name: Name, handler: Handler<Name>): void;
  /** Runs the handlers of an event, in its phase. */
  publish<Name extends SyncName>(name: Name, payload: Payloads[Name]): void;
  /** Runs the handlers of an awaited event, and resolves when the last has finished. */
  publishAndWait<Name extends AwaitedName>(name: Name, payload: Payloads[Name]): Promise<void>;
}

/** Creates a bus without handlers. */
export function createEvents({ log }: { readonly log: Pick<Log, 'error'> }): Events {
  const handlers = new Map<EventName, Handler<never>[]>();
  const none: readonly Handler<never>[] = [];
  return {
    subscribe(name, handler) {
      handlers.set(name, [...(handlers.get(name) ?? none), handler as Handler<never>]);
    },
    publish(name, payload) {
      for (const handle of handlers.get(name) ?? none) {
        try {
          handle(payload as never);
        } catch (error) {
          if (PHASES[name] === 'inline') throw error;
          log.error({ err: error, event: name }, 'a handler of an event failed');
        }
      }
    },
    async publishAndWait(name, payload) {
      for (const handle of handlers.get(name) ?? none) await handle(payload as never);
    },
  };
}
