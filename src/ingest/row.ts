import type { NewHit } from '../core/hits/row.ts';
import type { WriteInput } from './parse-write.ts';
import type { UserAgentFacts } from './user-agent.ts';
import type { Visitor } from './visitor.ts';

/** What the pipeline adds to a write. */
export interface RowFacts {
  readonly siteId: number;
  readonly country: string;
  readonly agent: UserAgentFacts;
  readonly visitor: Visitor | null;
  /** Null when it is the site's address followed by the path. */
  readonly url: string | null;
  readonly source: string | null;
  readonly now: Date;
}

/** Creates the row to store, a spam hit when there is a reason. It holds no IP address and no user agent. */
export function toRow(input: WriteInput, facts: RowFacts, spamReason: string | null): NewHit {
  const isAgent = input.kind === 'agent_visit';
  const agent = isAgent ? facts.agent.agent : null;
  return {
    kind: spamReason === null ? input.kind : 'spam_hit',
    siteId: facts.siteId,
    createdAt: facts.now,
    path: input.path,
    url: facts.url,
    referrer: input.referrer,
    country: facts.country,
    browserName: isAgent ? null : facts.agent.browserName,
    platformName: isAgent ? null : facts.agent.platformName,
    isMobile: isAgent ? null : facts.agent.isMobile,
    source: facts.source,
    visitorHash: facts.visitor ? facts.visitor.hash : null,
    visitorScope: facts.visitor ? facts.visitor.scope : null,
    event: input.event,
    value: input.value,
    agentName: agent ? agent.name : null,
    provider: agent ? agent.provider : null,
    category: agent ? agent.category : null,
    reason: spamReason,
  };
}
