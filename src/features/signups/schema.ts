import { type Static, Type } from '@sinclair/typebox';
import { MAX_PASSWORD_LENGTH } from '../../core/limits.ts';
import { Pagination, pageQuery } from '../../http/paging.ts';
import { Id, model, nullable, oneOf, Timestamp, text } from '../../http/schema.ts';
import { line } from '../../http/text.ts';
import type { LinkedSignup } from './activation.ts';
import type { CreatedSignup } from './service.ts';
import type { SignupRow } from './store.ts';
import { INTENDED_PLANS } from './tables.ts';

/** Seconds between two requests for the status. */
const POLL_SECONDS = 10;

const name = (description: string) => Type.Optional(nullable(line({ maxLength: 200 }), { description }));

/** What an agent sends. Source: api-v1, Endpoints, Agent signup. */
export const NewAgentSignup = model(
  'NewAgentSignup',
  {
    email: line({ isRequired: true, maxLength: 320, description: 'the owner’s: a link is mailed there' }),
    tos_accepted: Type.Literal(true, { description: 'must be true; the owner accepts the terms once more' }),
    agent_name: name('what the agent is called; the owner sees it'),
    agent_client: name('the program it runs in'),
    site_url: Type.Optional(
      nullable(line({ maxLength: 2048 }), { description: 'suggested first site; it is not created' }),
    ),
    intended_plan: Type.Optional(
      nullable(oneOf(INTENDED_PLANS), { description: 'a hint for the operator, no more' }),
    ),
  },
  {
    email: 'owner@example.org',
    tos_accepted: true,
    agent_name: 'Research assistant',
    site_url: 'https://example.org',
    intended_plan: 'pro',
  },
);

export const PendingSignup = model('PendingSignup', {
  status: Type.Literal('pending_owner'),
  id: Type.String(),
  token: Type.String({ description: 'secret of the agent, for `status_url`; shown this once' }),
  email: Type.String({ description: 'as it is mailed to' }),
  activation_expires_at: Timestamp,
  status_url: Type.String({ description: 'to be polled with the header `X-Agent-Signup-Token`' }),
  poll_interval_seconds: Type.Integer(),
  next_steps: Type.Array(Type.String()),
});
export const ExistingAccount = model('ExistingAccount', {
  status: Type.Literal('existing_account'),
  message: Type.String(),
  login_url: Type.String(),
});

export const SignupQuery = Type.Object({
  token: Type.Optional(
    Type.String({ description: 'the token, where the header `X-Agent-Signup-Token` cannot be sent' }),
  ),
});
export const SignupStatus = model('SignupStatus', {
  id: Type.String(),
  status: oneOf(['pending_owner', 'owner_activated']),
  created_at: Timestamp,
  activated_at: nullable(Timestamp),
  trial_ends_at: nullable(Timestamp),
  mcp_url: Type.String(),
  message: Type.String(),
});

const signupFields = {
  id: Id,
  email: Type.String(),
  agent_name: nullable(Type.String()),
  agent_client: nullable(Type.String()),
  site_url: nullable(Type.String()),
  intended_plan: nullable(oneOf(INTENDED_PLANS)),
  needs_approval: Type.Boolean({ description: 'true: its link works once the operator has approved' }),
  created_at: Timestamp,
  expires_at: Timestamp,
};
/** A signup as the operator sees it. */
export const OperatorSignup = model('OperatorSignup', {
  ...signupFields,
  activation_url: nullable(Type.String(), {
    description: 'to be handed to the owner where no mail goes out; null for read-only keys',
  }),
});
export const OperatorSignupsQuery = Type.Object(pageQuery({ maximum: 1000 }));
export const OperatorSignups = Type.Object({
  signups: Type.Array(OperatorSignup),
  pagination: Pagination,
});
export const SignupApproved = Type.Object({ status: Type.Literal('approved'), signup: OperatorSignup });

/** What the page behind a link sends. */
export const Activate = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200 }),
  password: text({ maxLength: MAX_PASSWORD_LENGTH }),
  tos_accepted: Type.Literal(true),
  name: Type.Optional(line({ maxLength: 200 })),
  time_zone: Type.Optional(Type.String({ maxLength: 100 })),
});

/** Formats a new signup for its agent, with the token that is shown once. */
export const presentCreated = (
  { signup, token }: CreatedSignup,
  { baseUrl, needsApproval, isMailed }: { baseUrl: string; needsApproval: boolean; isMailed: boolean },
): Static<typeof PendingSignup> => ({
  status: 'pending_owner',
  id: signup.uid,
  token,
  email: signup.email,
  activation_expires_at: signup.expiresAt.toISOString(),
  status_url: `${baseUrl}/api/v1/agent_signups/${signup.uid}`,
  poll_interval_seconds: POLL_SECONDS,
  next_steps: [
    isMailed
      ? `Ask the owner to open the link that was mailed to ${signup.email}, to choose a password and to accept the terms.`
      : `This server sends no mail: ask the owner to get the activation link for ${signup.email} from the operator of ${new URL(baseUrl).host}.`,
    ...(needsApproval
      ? [
          `The link works once the operator of this server has approved the signup${isMailed ? '; the owner is mailed then' : ''}.`,
        ]
      : []),
    `Ask status_url with the header X-Agent-Signup-Token every ${POLL_SECONDS} seconds or less often, until status is owner_activated.`,
    `Then the owner makes an API key at ${baseUrl}/settings/keys, and you connect to ${baseUrl}/mcp with it.`,
  ],
});

export const presentExisting = (baseUrl: string): Static<typeof ExistingAccount> => ({
  status: 'existing_account',
  message:
    'This address has an account here. Ask its owner to sign in and to make an API key for you; no mail was sent.',
  login_url: `${baseUrl}/login`,
});

/** Formats the status of a signup for its agent. */
export function presentStatus(
  { uid, userId, createdAt, activatedAt, trialEndsAt }: SignupRow,
  { baseUrl, needsApproval }: { baseUrl: string; needsApproval: boolean },
): Static<typeof SignupStatus> {
  const isActivated = userId !== null;
  return {
    id: uid,
    status: isActivated ? 'owner_activated' : 'pending_owner',
    created_at: createdAt.toISOString(),
    activated_at: activatedAt?.toISOString() ?? null,
    trial_ends_at: trialEndsAt?.toISOString() ?? null,
    mcp_url: `${baseUrl}/mcp`,
    message: isActivated
      ? `The account is active. Ask its owner for an API key from ${baseUrl}/settings/keys, then connect to mcp_url with it.`
      : needsApproval
        ? 'The operator of this server has to approve the signup, then the owner has to activate it.'
        : 'The owner has not opened the activation link yet.',
  };
}

/** Formats a signup for the operator; without a link for read-only keys. */
export const presentForOperator = (
  signup: SignupRow,
  { needsApproval, activationUrl }: { needsApproval: boolean; activationUrl: string | null },
): Static<typeof OperatorSignup> => ({
  id: signup.id,
  email: signup.email,
  agent_name: signup.agentName,
  agent_client: signup.agentClient,
  site_url: signup.siteUrl,
  intended_plan: signup.intendedPlan,
  needs_approval: needsApproval,
  created_at: signup.createdAt.toISOString(),
  expires_at: signup.expiresAt.toISOString(),
  activation_url: activationUrl,
});

/** Formats a signup for the page behind its link. */
export const presentLinkedSignup = ({ signup, status, needsApproval }: LinkedSignup) => ({
  email: signup.email,
  agent_name: signup.agentName,
  site_url: signup.siteUrl,
  status,
  needs_approval: needsApproval,
});
