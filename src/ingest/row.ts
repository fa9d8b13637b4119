import { columns, type ValuesFrom } from '../core/hits/columns.ts';
import type { NewHit } from '../core/hits/row.ts';
import type { Network } from '../core/networks.ts';
import type { WriteInput } from './parse-write.ts';
import type { Place } from './place.ts';
import type { UserAgentFacts } from './user-agent.ts';
import type { Visitor } from './visitor.ts';

/** What the pipeline adds to a write. */
export interface RowFacts {
  readonly siteId: number;
  readonly country: string;
  readonly agent: UserAgentFacts;
  readonly visitor: Visitor | null;
  /** Null when it is the site's address followed by a path without parameters. */
  readonly url: string | null;
  readonly source: string | null;
  readonly place: Pick<Place, 'region' | 'city'>;
  readonly network: Network | null;
  /** Whether its address has many user agents. */
  readonly hasManyAgents: boolean;
  readonly now: Date;
}

type UnchangedValues = ValuesFrom<'write'> & ValuesFrom<'user_agent'>;
type ComputedRow = Omit<NewHit, keyof UnchangedValues>;

const UNCHANGED = columns.flatMap(({ property, from, kinds }) =>
  property === undefined || from === undefined
    ? []
    : [{ property: property as keyof UnchangedValues, from, kinds }],
);

/** Creates the row to store, a spam hit when there is a reason. It holds no IP address and no user agent. */
export function toRow(input: WriteInput, facts: RowFacts, spamReason: string | null): NewHit {
  const isPerson = input.kind !== 'agent_visit';
  const agent = isPerson ? null : facts.agent.agent;
  const row: ComputedRow & { -readonly [Property in keyof UnchangedValues]?: unknown } = {
    kind: spamReason === null ? input.kind : 'spam_hit',
    siteId: facts.siteId,
    createdAt: facts.now,
    url: facts.url,
    country: facts.country,
    source: facts.source,
    region: isPerson ? facts.place.region : null,
    city: isPerson ? facts.place.city : null,
    network: facts.network,
    manyAgents: facts.hasManyAgents || null,
    visitorHash: facts.visitor ? facts.visitor.hash : null,
    visitorScope: facts.visitor ? facts.visitor.scope : null,
    agentName: agent ? agent.name : null,
    provider: agent ? agent.provider : null,
    category: agent ? agent.category : null,
    statusCode: null,
    followedImport: null,
    reason: spamReason,
  };
  // Not spread: with rest and spread, a row takes 2 µs instead of 0.2.
  for (const { property, from, kinds } of UNCHANGED) {
    const values: Partial<UnchangedValues> = from === 'write' ? input : facts.agent;
    row[property] = kinds.includes(row.kind) ? (values[property] ?? null) : null;
  }
  return row as NewHit;
}
