import type { Static } from '@sinclair/typebox';
import type { Clock } from '../../core/clock.ts';
import { createAddressLimit } from '../../http/address-limit.ts';
import { created, type Endpoint, ok, publicEndpoint } from '../../http/endpoint.ts';
import { ErrorBody } from '../../http/schema.ts';
import { DAY_MS, HOUR_MS } from '../../lib/time-units.ts';
import { LINK_LIFETIME_MS, MAX_CREATIONS, MAX_PER_DAY_AND_ADDRESS, MAX_READS, TRIAL_MS } from './limits.ts';
import {
  ExistingAccount,
  NewAgentSignup,
  PendingSignup,
  presentCreated,
  presentExisting,
  presentStatus,
  SignupQuery,
  SignupStatus,
} from './schema.ts';
import type { SignupInput, SignupsService } from './service.ts';

export interface SignupRouteDeps {
  readonly signups: SignupsService;
  /** Whether mail is set up. */
  readonly isMailed: boolean;
  readonly baseUrl: string;
  readonly clock: Clock;
}

/** Endpoints for agents: request an account for its owner, and read the status. No answer holds a key or a password. */
export function signupRoutes({ signups, isMailed, baseUrl, clock }: SignupRouteDeps): Endpoint[] {
  const creations = createAddressLimit({ limit: MAX_CREATIONS, windowMs: HOUR_MS, clock });
  const reads = createAddressLimit({ limit: MAX_READS, windowMs: HOUR_MS, clock });
  return [
    publicEndpoint('POST', '/agent_signups', {
      summary: 'Request an account on behalf of its owner',
      operationId: 'createAgentSignup',
      description: `The owner is mailed a link, valid for ${LINK_LIFETIME_MS / DAY_MS} days, behind which they choose a password and accept the terms; a trial of ${TRIAL_MS / DAY_MS} days begins then. Depending on the server, its operator approves first, or there are no signups (403). 422 for an address that cannot be reached for good. At most ${MAX_CREATIONS} an hour from an address, and ${MAX_PER_DAY_AND_ADDRESS} a day for an owner.`,
      body: NewAgentSignup,
      access: { checkEnabled: signups.checkOpen, checkAddress: creations.check },
      responses: { 201: PendingSignup, 200: ExistingAccount, 403: ErrorBody, 429: ErrorBody },
      handle: ({ body, address }) => {
        // Existing accounts count towards the limit like new signups; invalid requests do not.
        const made = signups.create(toSignupInput(body), () => creations.take(address));
        if (made === 'existing_account') return ok(presentExisting(baseUrl));
        const needsApproval = signups.needsApproval(made.signup);
        return created(presentCreated(made, { baseUrl, needsApproval, isMailed }));
      },
    }),
    publicEndpoint('GET', '/agent_signups/:id', {
      summary: 'Show the status of a signup',
      operationId: 'getAgentSignup',
      description: `The token of the creation goes into the header \`X-Agent-Signup-Token\`, or into \`token\`; where both come they must be the same. 404 for an unknown id and for a wrong token alike. At most ${MAX_READS} an hour from an address.`,
      query: SignupQuery,
      responses: { 200: SignupStatus, 404: ErrorBody, 429: ErrorBody },
      handle: ({ request, params, query, address }) => {
        reads.take(address);
        const signup = signups.getForAgent(params['id'] ?? '', findToken(request, query.token));
        return ok(presentStatus(signup, { baseUrl, needsApproval: signups.needsApproval(signup) }));
      },
    }),
  ];
}

/** The token of the header or the query; none when they disagree. */
function findToken(request: Request, inQuery: string | undefined): string {
  const inHeader = request.headers.get('x-agent-signup-token');
  if (inHeader !== null && inQuery !== undefined && inHeader !== inQuery) return '';
  return inHeader ?? inQuery ?? '';
}

const toSignupInput = (body: Static<typeof NewAgentSignup>): SignupInput => ({
  email: body.email,
  agentName: body.agent_name?.trim() || null,
  agentClient: body.agent_client?.trim() || null,
  siteUrl: body.site_url ?? null,
  intendedPlan: body.intended_plan ?? null,
});
